# Has one answer in it.
$| = 1;
<STDIN>;
print "Hello there.\n";
<STDIN>;
die "out of answers\n";
