# Loads, half the time with work and half the time asleep, says that it has, and answers.
use Time::HiRes qw(time sleep);
$| = 1;
my $half = $ARGV[0] / 2;
my $end = time + $half;
1 while time < $end;
sleep $half;
print "Model loaded.\n";
while (my $line = <STDIN>) {
    print "That is interesting. Go on.\n";
}
