#!/bin/sh
# Restores the cluster to a moment, as the user postgres, and puts Paydesk into quarantine before anything else can start.
#   restore.sh '2026-11-18 09:30:00+00' [database]
# Stop API and worker processes first, on every machine. DATA names the data folder, CTL starts and stops the server.
set -eu
moment=${1:?say to which moment, with its offset: 2026-11-18 09:30:00+00}
database=${2:-paydesk}
stanza=${STANZA:-paydesk}
data=${DATA:-/var/lib/postgresql/15/main}
stop=${STOP:-"pg_ctlcluster 15 main stop -m fast"}
start=${START:-"pg_ctlcluster 15 main start"}
if psql -Atqd "$database" -c "select 1 from pg_stat_activity where application_name like 'paydesk-%' limit 1" 2>/dev/null | grep -q 1; then
  echo 'Paydesk is still connected: stop all API and worker processes first.' >&2
  exit 1
fi
$stop || true
pgbackrest --stanza="$stanza" --pg1-path="$data" --delta --type=time --target="$moment" --target-action=promote restore
$start
until [ "$(psql -Atqd "$database" -c 'select pg_is_in_recovery()' 2>/dev/null)" = f ]; do sleep 1; done
"$(dirname "$0")/quarantine.sh" "$moment" "$database" 'restored by pgBackRest'
