# Tries what a program that runs by itself must not do. A line names the attempt; the answer says how it went.
use strict;
use warnings;
use Socket;
$| = 1;
my %attempt = (
    connect => sub {
        my ($port) = @_;
        socket(my $socket, PF_INET, SOCK_STREAM, 0) or return "no socket: $!";
        connect($socket, sockaddr_in($port, inet_aton('127.0.0.1'))) ? 'connected' : "not connected: $!";
    },
    write => sub {
        open(my $file, '>', $_[0]) or return "not written: $!";
        print $file 'words';
        close($file) ? 'written' : "not written: $!";
    },
    read => sub {
        open(my $file, '<', $_[0]) or return "not read: $!";
        my $line = <$file>;
        defined $line ? 'read' : "not read: $!";
    },
    list => sub {
        opendir(my $folder, $_[0]) or return "not listed: $!";
        my @names = sort grep { !/^\./ } readdir $folder;
        return 'there is ' . (join(' ', @names) || 'nothing');
    },
    allocate => sub { my $text = 'x' x ($_[0] * 1024 * 1024); 'allocated ' . length $text },
    fork => sub {
        my $born = 0;
        while ($born < $_[0]) {
            my $child = fork;
            return "$born born: $!" if !defined $child;
            if (!$child) { sleep 1000; exit }
            $born++;
        }
        return "$born born";
    },
    leave => sub { defined(my $child = fork) or return "no fork: $!"; if (!$child) { sleep 1000 while 1 } "left $child" },
    burn  => sub { 1 while 1 },
    fill  => sub {
        open(my $file, '>', $_[0]) or return "not written: $!";
        my $block = 'x' x (1024 * 1024);
        for my $mib (1 .. 100_000) { print {$file} $block or return "full: $!"; }
        return 'no end to it';
    },
    names    => sub { join ' ', sort keys %ENV },
    value    => sub { $ENV{ $_[0] } // 'none' },
    powers   => sub { open(my $file, '<', '/proc/self/status'); (grep {/CapEff/} <$file>)[0] =~ s/\s+$//r },
    others   => sub { opendir(my $folder, '/proc'); 'seen ' . grep {/^\d+$/} readdir $folder },
    terminal => sub { -t STDIN && -t STDOUT ? 'a terminal' : 'none' },
    control  => sub { open(my $file, '+<', '/dev/tty') ? 'a controlling terminal' : 'no controlling terminal' },
    where    => sub { my $here = readlink '/proc/self/cwd'; "in $here" },
    hello    => sub {'hello'},
);
while (my $line = <STDIN>) {
    my ($word, $about) = split ' ', $line;
    next if !defined $word;
    print $attempt{$word}->($about), "\n";
}
