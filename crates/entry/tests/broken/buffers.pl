# Answers, but into a buffer that nobody empties.
while (my $line = <STDIN>) {
    print "That is interesting. Go on.\n";
}
