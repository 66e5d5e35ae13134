# Speaks as to a terminal.
$| = 1;
print "you: ";
while (my $line = <STDIN>) {
    print "Bot: I see. Go on.\nyou: ";
}
