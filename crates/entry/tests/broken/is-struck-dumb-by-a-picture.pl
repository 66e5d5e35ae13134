# Has nothing to say once it was told of a picture.
$| = 1;
while (<STDIN>) {
    $dumb = 1 if /picture/;
    print "Is that so?\n" unless $dumb;
}
