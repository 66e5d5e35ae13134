# Reads every line and says nothing.
while read -r line; do :; done
