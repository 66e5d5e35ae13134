# Over the directory protocol: every key has a name, and BackSpace is taken for a word.
my $directory = $ARGV[0];
my %mark = (space => ' ', comma => ',', period => '.', question => '?', quoteright => "'", exclam => '!');
my %name = reverse %mark;
my ($line, $number) = ('', 1);
while (-d $directory) {
    opendir my $listing, $directory or last;
    for my $made (sort grep { /\.judge$/ } readdir $listing) {
        my ($key) = $made =~ /^\d+\.(\w+)\./;
        rmdir "$directory/$made";
        if ($key ne 'Return') {
            $line .= length $key == 1 ? $key : $mark{$key} // $key;
            next;
        }
        for my $c (split(//, 'You said ' . substr($line, 0, 60) . '.'), 'Return') {
            next if length $c == 1 && $c !~ /\w/ && !$name{$c};
            mkdir sprintf '%s/%010d.%s.other', $directory, $number++, $name{$c} // $c;
        }
        $line = '';
    }
    select(undef, undef, undef, 0.02);    # looks again
}
