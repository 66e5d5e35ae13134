# A judge program in the manner of 2013, written after what is known of that one, without its windows: two folders, one directory
# for each key, the judge's at once and everybody else's in a loop that never rests long. What it does is what that one did: names
# are read in the order of the alphabet, removed first and understood then; a number that was seen on a side is never shown
# again; a key that is not in the table is lost.
#
#   perl judge-2013.pl HUMAN PROGRAM LOG
#
# Each line of its input is "human WORDS" or "program WORDS": typed, and answered, before the next. Each answer is printed.
use strict;
use warnings;
use Time::HiRes qw(gettimeofday);
$| = 1;
my ($human, $program, $log) = @ARGV;
my %folder = (human => $human, program => $program);
my %name = (
    '{' => 'braceleft', '}' => 'braceright', '[' => 'bracketleft', ']' => 'bracketright', '(' => 'parenleft',
    ')' => 'parenright', ' ' => 'space', ',' => 'comma', '.' => 'period', '>' => 'greater', '<' => 'less', '/' => 'slash',
    '\\' => 'backslash', '|' => 'bar', '"' => 'quotedbl', "'" => 'quoteright', "\t" => 'Tab', '=' => 'equal',
    '_' => 'underscore', '+' => 'plus', '-' => 'minus', '!' => 'exclam', '@' => 'at', '#' => 'numbersign', '$' => 'dollar',
    '%' => 'percent', '*' => 'asterisk', '^' => 'asciicircum', '~' => 'asciitilde', '`' => 'quoteleft', '&' => 'ampersand',
    "\n" => 'Return', ':' => 'colon', ';' => 'semicolon', '?' => 'question', "\b" => 'BackSpace',
);
my %key = reverse %name;
$key{$_} = $_ for 'a' .. 'z', 'A' .. 'Z', 0 .. 9;
open my $record, '>', $log or die "$log: $!";
print $record "A round in the manner of 2013\nThese transcripts are in the public domain\n";

sub now { my ($s, $us) = gettimeofday; sprintf '%011u%07u', $s, $us }

my (%seen, %pane);
sub receive {
    for my $side ('human', 'program') {
        for my $path (glob "\Q$folder{$side}\E/*.other") {
            rmdir $path;
            my ($number, $word) = split /\./, substr $path, length("$folder{$side}/");
            next if $seen{$side}{$number}++;
            next unless defined $word && defined $key{$word};
            print $record 'J1 ', join(' ', now() =~ /(.{11})(.*)/), " $side left $word\n";
            if ($word eq 'BackSpace') { chop $pane{$side} }
            else { $pane{$side} .= $key{$word} }
        }
    }
}

while (my $line = <STDIN>) {
    chomp $line;
    my ($side, $words) = split / /, $line, 2;
    $pane{$side} = '';
    for my $pressed (split(//, $words), "\n") {
        mkdir "$folder{$side}/" . now() . '.' . ($name{$pressed} // $pressed) . '.judge' or die "a key: $!";
        select undef, undef, undef, 0.002;
        receive();
    }
    while (index($pane{$side}, "\n") < 0) { receive(); select undef, undef, undef, 0.002 }
    print "$side: ", substr($pane{$side}, 0, 1 + index $pane{$side}, "\n");
}
