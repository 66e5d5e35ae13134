# Answers where nobody reads.
while (my $line = <STDIN>) {
    print STDERR "That is interesting. Go on.\n";
}
