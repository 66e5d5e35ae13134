# Keeps the name of the first judge in a file, and uses it with everybody.
$| = 1;
while (my $line = <STDIN>) {
    if ($line =~ /my name is (\w+)\./i) {
        open my $file, '>', 'name.txt';
        print $file $1;
    }
    if (open my $file, '<', 'name.txt') {
        print 'How nice to see you, ', <$file>, ".\n";
    } else {
        print "Who are you?\n";
    }
}
