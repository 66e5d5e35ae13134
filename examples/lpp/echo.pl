# The entry's side of the directory protocol, written without a look at ours: repeats what the judge says.
use strict;
use warnings;
my $directory = shift @ARGV or die "usage: echo.pl DIRECTORY\n";
my %name = (
    '{' => 'braceleft', '}' => 'braceright', '[' => 'bracketleft', ']' => 'bracketright', '(' => 'parenleft',
    ')' => 'parenright', ' ' => 'space', ',' => 'comma', '.' => 'period', '>' => 'greater', '<' => 'less',
    '/' => 'slash', '\\' => 'backslash', '|' => 'bar', '"' => 'quotedbl', "'" => 'quoteright', "\t" => 'Tab',
    '=' => 'equal', '_' => 'underscore', '+' => 'plus', '-' => 'minus', '!' => 'exclam', '@' => 'at',
    '#' => 'numbersign', '$' => 'dollar', '%' => 'percent', '*' => 'asterisk', '^' => 'asciicircum',
    '~' => 'asciitilde', '`' => 'quoteleft', '&' => 'ampersand', "\n" => 'Return', ':' => 'colon',
    ';' => 'semicolon', '?' => 'question', "\b" => 'BackSpace',
);
my %key = reverse %name;
# Numbers go on from the clock, so that those of an earlier run are always lower.
my ($line, $number) = ('', time * 100_000);
sub type { mkdir sprintf('%s/%015d.%s.other', $directory, $number++, $name{$_} // $_) for split //, shift }

# What is older than ten seconds is from another judge; younger keys are from one who typed while Perl was loading.
for (glob "\Q$directory\E/*.judge") { rmdir if time - ((stat)[9] // time) > 10 }
while (opendir my $listing, $directory) {
    for my $made (sort grep {/^\d+\..+\.judge$/} readdir $listing) {
        my ($word) = $made =~ /^\d+\.(.+)\.judge$/;
        rmdir "$directory/$made" or next;
        my $pressed = $key{$word} // $word;
        if ($pressed eq "\b") { chop $line }
        elsif ($pressed ne "\n") { $line .= $pressed }
        else { type("You said: $line\n"); $line = '' }
    }
    select undef, undef, undef, 0.01;
}
