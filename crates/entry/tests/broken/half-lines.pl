# Never ends a line.
$| = 1;
while (my $line = <STDIN>) {
    print "It is hard to say";
}
