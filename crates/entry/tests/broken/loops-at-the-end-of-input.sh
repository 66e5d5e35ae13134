# Takes the end of its input for a judge who thinks.
while :; do
    if read -r line; then echo 'Tell me more.'; fi
done
