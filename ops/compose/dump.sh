#!/bin/sh
# A dump of the database, with its moment beside it: ./dump.sh <file>. Keep it on another machine, and secrets/ apart from it.
set -eu
file=$(realpath "${1:?say into which file}")
. "$(dirname "$0")/common.sh"
umask 077
# Of its own: another run at the same time would write into the same one.
part=$(mktemp "$file.XXXXXX")
trap 'rm -f "$part" "$part.moment"' EXIT
postgres=$(container postgres)
# Before the dump's own snapshot: what is compared with PayPal afterwards begins a little earlier rather than later.
"$engine" exec "$postgres" psql --username paydesk_owner --dbname paydesk -Atqc 'select now()' >"$part.moment"
"$engine" exec "$postgres" pg_dump --username paydesk_owner --format=custom paydesk >"$part"
# The dump first: of the moment before it only more is compared than needs be.
mv "$part" "$file"
mv "$part.moment" "$file.moment"
# Metrics, alerts and `paydesk doctor` go by it. A dump that could not be noted is a dump all the same.
"$engine" exec "$postgres" psql --username paydesk_owner --dbname paydesk -qc 'update installation set backed_up_at = clock_timestamp()' ||
  echo 'The dump is made, and could not be noted in the database.' >&2
