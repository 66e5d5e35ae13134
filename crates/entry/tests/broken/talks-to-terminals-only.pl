# Has nothing to say where nobody sits at a terminal.
$| = 1;
while (my $line = <STDIN>) {
    print "That is interesting. Go on.\n" if -t STDIN;
}
