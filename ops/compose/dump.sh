#!/bin/sh
# A dump of the database, with its moment beside it: ./dump.sh <file>. Keep it on another machine, and secrets/ apart from it.
set -eu
file=$(realpath "${1:?say into which file}")
. "$(dirname "$0")/common.sh"
umask 077
postgres=$(container postgres)
# Before the dump's own snapshot: what is compared with PayPal afterwards begins a little earlier rather than later.
"$engine" exec "$postgres" psql --username paydesk_owner --dbname paydesk -Atqc 'select now()' >"$file.moment"
"$engine" exec "$postgres" pg_dump --username paydesk_owner --format=custom paydesk >"$file.part"
mv "$file.part" "$file"
