# Text as it was written before UTF-8.
$| = 1;
while (my $line = <STDIN>) {
    print "I would rather sit in a caf\xe9.\n";
}
