# Once it talks, it never stops.
read -r line
while :; do echo 'And another thing, before I forget.'; done
