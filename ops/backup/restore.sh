#!/bin/sh
# Restores the cluster to a moment and puts Paydesk into quarantine before anybody else can connect.
#   restore.sh '2026-11-18 09:30:00+00' [database]
# Stop API and worker processes first, on every machine. TIMELINE=1 is for a second restore, to a moment that the first one has cut off.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
given=${1:?say to which moment, with its offset: 2026-11-18 09:30:00+00}
database=${2:-paydesk}
. "$here/common.sh"
case $given in
*Z | *[+-][0-9][0-9] | *[+-][0-9][0-9]:[0-9][0-9] | *[+-][0-9][0-9][0-9][0-9]) ;;
*) give_up "Say the moment's offset as well: '$given+00' is UTC." ;;
esac
# In the one form that pgBackRest reads: of another one it cannot tell which backup lies before it, and takes the last.
moment=$(date --utc --date="$given" '+%Y-%m-%d %H:%M:%S.%6N+00') || give_up "'$given' is no moment."
[ "$(date --date="$given" +%s)" -lt "$(date +%s)" ] || give_up "$moment is still to come."

if pg_ctlcluster "$version" "$cluster" status >/dev/null; then
  # A server that runs must answer: otherwise nobody knows who is connected.
  busy=$(as_postgres psql -Atqd postgres -c "select count(*) from pg_stat_activity where application_name like 'paydesk-%'") ||
    give_up 'PostgreSQL runs and does not answer. Stop it, and every API and worker process, then begin again.'
  [ "$busy" = 0 ] || give_up 'Paydesk is still connected: stop all API and worker processes first.'
  # What the log holds up to now goes into the archive: another moment can still be chosen afterwards.
  as_postgres psql -Atqd postgres -c 'select pg_switch_wal()' >/dev/null
  pg_ctlcluster "$version" "$cluster" stop -m fast
fi
# A server that crashed has not archived the end of its log. It is in here, for whoever needs it.
kept="$data.pg_wal-$(date --utc +%Y%m%dT%H%M%SZ)"
[ ! -d "$data/pg_wal" ] || as_postgres cp --recursive --dereference "$data/pg_wal" "$kept"
as_postgres pgbackrest --stanza="$stanza" --pg1-path="$data" --delta --type=time --target="$moment" --target-action=promote \
  ${TIMELINE:+--target-timeline="$TIMELINE"} restore

# A process that somebody starts meanwhile, or that waits for the database, must not find it before the quarantine is on: first the server listens in
# a folder of its own only.
private=$(as_postgres mktemp --directory)
alone() { as_postgres psql -Atqh "$private" "$@"; }
# pg_ctlcluster would look for it at the usual place.
pg_ctl() { as_postgres "/usr/lib/postgresql/$version/bin/pg_ctl" --pgdata="$data" --wait --timeout=86400 --silent "$@"; }
settings=/etc/postgresql/$version/$cluster/postgresql.conf
pg_ctl start --log="$private/log" -o "-c config_file=$settings -c listen_addresses='' -c unix_socket_directories=$private" ||
  give_up "PostgreSQL did not come up: $private/log says why. The end of the lost log is in $kept."
until [ "$(alone -d postgres -c 'select pg_is_in_recovery()')" = f ]; do sleep 1; done
as_postgres env PGHOST="$private" "$here/quarantine.sh" "$moment" "$database" 'restored by pgBackRest'
pg_ctl stop --mode=fast
as_postgres rm -r "$private"
pg_ctlcluster "$version" "$cluster" start
echo "Restored to $moment. Remove $kept when nobody needs it any more."
