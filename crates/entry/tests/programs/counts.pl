# Counts the judge's lines: what it answers shows what it knows. Ends at the line "x". With a directory, over LPP.
use strict;
use warnings;
$| = 1;
my ($directory) = @ARGV;
my ($count, $line, $number) = (0, '', 0);
sub answer {
    my ($said) = @_;
    exit 1 if $said eq 'x';
    $count++;
    return print "$count\n" if !defined $directory;
    for my $key (split(//, $count), 'Return') {
        mkdir sprintf('%s/%010d%07d.%s.other', $directory, time, $number++, $key);
    }
}
if (!defined $directory) {
    while (my $said = <STDIN>) { chomp $said; answer($said) }
    exit;
}
while (1) {
    opendir(my $keys, $directory) or die "no directory: $!";
    for my $name (sort grep {/\.judge$/} readdir $keys) {
        my (undef, $key) = split /\./, $name;
        rmdir "$directory/$name";
        if ($key eq 'Return') { answer($line); $line = '' }
        elsif ($key eq 'BackSpace') { chop $line }
        else { $line .= $key }
    }
    select(undef, undef, undef, 0.01);
}
