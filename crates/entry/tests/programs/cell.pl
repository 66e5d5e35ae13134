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
    # Memory that is nobody's own: mapped by several, in the kernel's care, held by a number alone, or under file names.
    share    => sub {
        my $bytes = $_[0] << 20;
        # For reading and writing, shared, of no file.
        my $at = syscall(number('mmap'), 0, $bytes, 3, 0x21, -1, 0);
        return "not shared: $!" if $at == -1;
        open(my $zeros, '<', '/dev/zero') or return "no zeros: $!";
        for (my $done = 0; $done < $bytes; $done += 1 << 20) {
            syscall(number('read'), fileno($zeros), $at + $done, 1 << 20) > 0 or return "not touched: $!";
        }
        'shared';
    },
    segment  => sub { defined(shmget(0, $_[0] << 20, 0600 | 01000)) ? 'a segment' : "no segment: $!" },
    nameless => sub {
        our @kept;
        for my $n (1 .. $_[0]) {
            my $name = "nameless\0";
            my $number = syscall(number('memfd_create'), $name, 0);
            return "no file: $!" if $number == -1;
            open(my $file, '>&=', $number) or return "not opened: $!";
            push @kept, $file;
            # Twenty mebibytes.
            for (1 .. 20) { print {$file} 'x' x (1 << 20) or return "not written: $!" }
        }
        'held';
    },
    # Users and mounts of its own.
    nest     => sub { syscall(number('unshare'), 0x10020000) == 0 ? 'nested' : "not nested: $!" },
    scatter  => sub {
        for my $n (1 .. $_[0]) { open(my $file, '>', "/tmp/$n") or return "$n scattered: $!"; }
        'scattered';
    },
    # A child that belongs to nobody: twice forked, in a session of its own.
    flee     => sub {
        require POSIX;
        defined(my $child = fork) or return "no fork: $!";
        if (!$child) {
            POSIX::setsid();
            exit if fork;
            POSIX::close($_) for 0 .. 2;
            sleep 1000 while 1;
        }
        waitpid $child, 0;
        'fled';
    },
);

sub number {
    my ($call) = @_;
    my %numbers = (
        x86_64  => { read => 0,  mmap => 9,   unshare => 272, memfd_create => 319 },
        aarch64 => { read => 63, mmap => 222, unshare => 97,  memfd_create => 279 },
    );
    return $numbers{ machine() }{$call};
}

sub machine { require POSIX; (POSIX::uname())[4] }
while (my $line = <STDIN>) {
    my ($word, $about) = split ' ', $line;
    next if !defined $word;
    print $attempt{$word}->($about), "\n";
}
