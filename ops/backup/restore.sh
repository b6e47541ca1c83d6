#!/bin/sh
# Restores the cluster to a moment and puts every database of Paydesk in it into quarantine before anybody else can connect.
#   restore.sh '2026-11-18 09:30:00+00'
#   restore.sh latest                     to the last that is in the archive, when the machine is lost
# Stop API and worker processes first, on every machine. Begun anew, it goes on where a run was broken off. TIMELINE=<number> is for a second restore, to a
# moment that the first one has cut off; the first one says the number. REHEARSAL=1 on a machine that is not to become the real one: it archives nothing
# into the real one's repository.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
# Two at once would take each other for a run that was broken off.
if [ -z "${PAYDESK_RESTORES:-}" ]; then
  code=0
  PAYDESK_RESTORES=1 flock --nonblock --close --conflict-exit-code 75 /run/paydesk-restore.lock "$0" "$@" || code=$?
  [ $code != 75 ] || echo 'Another restore is under way.' >&2
  exit $code
fi
given=${1:?say to which moment, with its offset: 2026-11-18 09:30:00+00, or: latest}
. "$here/common.sh"
case $given in
latest) ;;
*Z | *[+-][0-9][0-9] | *[+-][0-9][0-9]:[0-9][0-9] | *[+-][0-9][0-9][0-9][0-9]) ;;
*) give_up "Say the moment's offset as well: '$given+00' is UTC." ;;
esac
if [ "$given" != latest ]; then
  # In the one form that pgBackRest reads: of another one it cannot tell which backup lies before it, and takes the last.
  moment=$(date --utc --date="$given" '+%Y-%m-%d %H:%M:%S.%6N+00') || give_up "'$given' is no moment."
  [ "$(date --date="$given" +%s)" -lt "$(date +%s)" ] || give_up "$moment is still to come."
fi
# Until the quarantine is on, the server listens in a folder of its own only. pg_ctlcluster would look for it at the usual place.
private=/run/postgresql/paydesk-restore
alone() { as_postgres psql -v ON_ERROR_STOP=1 -Atqh "$private" "$@"; }
pg_ctl() { as_postgres "/usr/lib/postgresql/$version/bin/pg_ctl" --pgdata="$data" --wait --timeout=86400 --silent "$@"; }
settings=/etc/postgresql/$version/$cluster

if [ -e "$settings/start.conf.before" ]; then
  # A run was broken off. Whatever it left running has told nobody yet.
  ! pg_ctl status >/dev/null || pg_ctl stop --mode=fast
elif pg_ctlcluster "$version" "$cluster" status >/dev/null; then
  # A server that runs must answer: otherwise nobody knows who is connected.
  busy=$(as_postgres psql -Atqd postgres -c "select count(*) from pg_stat_activity where application_name like 'paydesk-%'") ||
    give_up 'PostgreSQL runs and does not answer. Stop it, and every API and worker process, then begin again.'
  [ "$busy" = 0 ] || give_up 'Paydesk is still connected: stop all API and worker processes first.'
  # What the log holds up to now goes into the archive: another moment can still be chosen afterwards.
  as_postgres psql -Atqd postgres -c 'select pg_switch_wal()' >/dev/null
  pg_ctlcluster "$version" "$cluster" stop -m fast
fi
# A server that crashed leaves its file behind, which pgBackRest takes for a server.
pg_ctl status >/dev/null || as_postgres rm -f "$data/postmaster.pid"
# The timeline that is left, by which a moment that this restore cuts off can still be chosen. A run that was broken off has noted it already.
[ -s "$settings/timeline.before" ] || as_postgres "/usr/lib/postgresql/$version/bin/pg_controldata" "$data" 2>/dev/null |
  sed -n "s/^Latest checkpoint's TimeLineID: *//p" >"$settings/timeline.before"
timeline=$(cat "$settings/timeline.before")
# From here on the data knows no quarantine until the end: if this is broken off, neither a start of the machine nor pg_ctlcluster may start it.
[ -e "$settings/start.conf.before" ] || cp -p "$settings/start.conf" "$settings/start.conf.before"
echo disabled >"$settings/start.conf"
# A server that crashed has not archived the end of its log. It is in here, for whoever needs it.
kept="$data.pg_wal-$(date --utc +%Y%m%dT%H%M%SZ)"
[ ! -d "$data/pg_wal" ] || as_postgres cp --recursive --dereference "$data/pg_wal" "$kept"
if [ "$given" = latest ]; then
  set -- --type=default
else
  set -- --type=time --target="$moment" --target-action=promote
fi
as_postgres pgbackrest --stanza="$stanza" --pg1-path="$data" --delta "$@" ${TIMELINE:+--target-timeline="$TIMELINE"} ${REHEARSAL:+--archive-mode=off} restore

# A process that somebody starts meanwhile, or that waits for the database, must not find it before the quarantine is on.
as_postgres mkdir -p -m 700 "$private"
not_up() {
  give_up "PostgreSQL did not come up: $private/log says why. \"Recovery ended before configured recovery target was reached\": the archive ends
earlier, restore to an earlier moment, or to latest. The end of the lost log is in $kept."
}
pg_ctl start --log="$private/log" -o "-c config_file=$settings/postgresql.conf -c listen_addresses='' -c unix_socket_directories=$private" || not_up
# It answers as soon as it is consistent, and may find only later that the archive ends too early.
until [ "$(alone -d postgres -c 'select pg_is_in_recovery()' 2>/dev/null)" = f ]; do
  pg_ctl status >/dev/null || not_up
  sleep 1
done
# The last that is in it, and what was forgotten begins there, whatever moment was asked for: of one that an earlier restore has cut off, it is what that
# restore went to.
reached=$(alone -d postgres -c 'select pg_last_xact_replay_timestamp()')
paydesk=$(databases -h "$private")
for database in $paydesk; do
  # Where nothing was done since the backup, the last that a worker was alive.
  [ -n "$reached" ] || reached=$(alone -d "$database" -c 'select beat_at from installation' 2>/dev/null) || reached=${moment:-}
  [ -n "$reached" ] || give_up "Nothing in $database says of when it is: restore to a moment."
  as_postgres env PGHOST="$private" "$here/quarantine.sh" "$reached" "$database" 'restored by pgBackRest'
done
pg_ctl stop --mode=fast
[ -n "$paydesk" ] || give_up 'No database of Paydesk is in this cluster at that moment, so nothing is in quarantine. The cluster stays off.'
as_postgres rm -r "$private"
mv "$settings/start.conf.before" "$settings/start.conf"
rm "$settings/timeline.before"
pg_ctlcluster "$version" "$cluster" start
echo "Restored to ${moment:-the end of the archive}: the last that was done in it is of $reached. Remove $kept when nobody needs it any more."
# Processes write something every minute.
if [ "$given" != latest ] && [ "$(date --date="$reached" +%s)" -lt $(($(date --date="$moment" +%s) - 120)) ]; then
  echo 'That is some minutes earlier. If Paydesk ran at that moment, an earlier restore has cut it off: say the TIMELINE that the earlier one named.' >&2
fi
[ "$given" = latest ] || [ -z "$timeline" ] || echo "For another moment, which this restore has cut off: TIMELINE=$timeline $0 <moment>"
