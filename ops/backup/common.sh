# What the scripts beside this one share. They run as root or as the user postgres, on the database's machine.
# VERSION and CLUSTER name the cluster (pg_lsclusters), if there are several; STANZA is its name at pgBackRest. setup.sh keeps all three for the others.
kept_settings=/etc/pgbackrest/paydesk.env
kept() { sed -n "s/^$1=//p" "$kept_settings" 2>/dev/null || :; }
give_up() {
  echo "$*" >&2
  exit 1
}
version=${VERSION:-$(kept VERSION)}
cluster=${CLUSTER:-$(kept CLUSTER)}
stanza=${STANZA:-$(kept STANZA)}
stanza=${stanza:-paydesk}
found=$(pg_lsclusters --no-header | awk -v version="$version" -v cluster="$cluster" '(version == "" || $1 == version) && (cluster == "" || $2 == cluster)')
[ "$(echo "$found" | grep -c .)" = 1 ] ||
  give_up "Which PostgreSQL? VERSION and CLUSTER must name one of these, and say '$version' '$cluster': $(pg_lsclusters --no-header | awk '{ print $1, $2 }' | paste -sd ,)"
# Everything below goes to this cluster, whatever port Debian's psql would choose.
read -r version cluster PGPORT _ _ data _ <<FOUND
$found
FOUND
export PGPORT
# In a folder that postgres may read, or psql complains.
cd /
as_postgres() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
# Paydesk's databases in the cluster: the owner of one has made paydesk_auth. Others are not even looked into, because whoever owns a database can have a
# superuser run what they wrote. Arguments go to psql.
databases() {
  all=$(as_postgres psql -Atqd postgres "$@" -c "select datname from pg_database d join pg_roles r on rolname = 'paydesk_auth'
    where datallowconn and pg_has_role(datdba, r.oid, 'member')") || return
  for one in $all; do
    is=$(as_postgres psql -Atqd "$one" "$@" -c "select to_regclass('public.schema_migration') is not null") || return
    [ "$is" != t ] || echo "$one"
  done
}
# Metrics, alerts and `paydesk doctor` go by it. A backup that could not be noted is a backup all the same.
note_backup() {
  for one in "$@"; do
    as_postgres psql -v ON_ERROR_STOP=1 -qd "$one" -c 'update installation set backed_up_at = clock_timestamp()' ||
      echo "The backup is made, and could not be noted in the database $one." >&2
  done
}
