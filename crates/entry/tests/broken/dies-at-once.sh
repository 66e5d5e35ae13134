# Does not find what it needs.
echo 'cannot open brain.txt' >&2
exit 3
