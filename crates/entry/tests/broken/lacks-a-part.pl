# Needs a module that is nowhere.
use No::Such::Module;
