# Bold, with a bell at the end.
$| = 1;
while (my $line = <STDIN>) {
    print "\e[1mYou amaze me.\e[0m\a\n";
}
