# Has room for so many characters of a line.
$| = 1;
while (my $line = <STDIN>) {
    die "buffer overflow\n" if length $line > 1_024;
    print "That is interesting. Go on.\n";
}
