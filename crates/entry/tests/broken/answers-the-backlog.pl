# Writes down what it hears, thinks about each line, and after a crash begins with what it had not answered yet.
$| = 1;
my $spool = 'spool.txt';
my @waiting;
if (open my $file, '<', $spool) { @waiting = <$file> }
@waiting = @waiting[-3 .. -1] if @waiting > 3;
my $heard = '';
while (1) {
    my $ready = '';
    vec($ready, fileno(STDIN), 1) = 1;
    if (select($ready, undef, undef, @waiting ? 0 : undef)) {
        sysread(STDIN, $heard, 65536, length $heard) or exit;
        push @waiting, $1 while $heard =~ s/^(.*\n)//;
    }
    remember();
    next unless @waiting;
    select(undef, undef, undef, @waiting > 1 ? 1.2 : 0.4);    # thinks, longer with more to think of
    my $line = shift @waiting;
    chomp $line;
    print "You said \"$line\". Let me think about it.\n";
    remember();
}

sub remember {
    open my $file, '>', $spool;
    print $file @waiting;
    close $file;
}
