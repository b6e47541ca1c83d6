# What the scripts beside this one share. They run as root or as the user postgres, on the database's machine.
# VERSION and CLUSTER name the cluster (pg_lsclusters), if there are several; STANZA is its name at pgBackRest.
version=${VERSION:-$(pg_lsclusters --no-header | awk 'NR == 1 { print $1 }')}
cluster=${CLUSTER:-main}
stanza=${STANZA:-paydesk}
data=${DATA:-/var/lib/postgresql/$version/$cluster}
# In a folder that postgres may read, or psql complains.
cd /
as_postgres() { if [ "$(id -u)" = 0 ]; then runuser -u postgres -- "$@"; else "$@"; fi; }
# Metrics, alerts and `paydesk doctor` go by it. A backup that could not be noted is a backup all the same.
note_backup() {
  as_postgres psql -v ON_ERROR_STOP=1 -qd "$1" -c 'update installation set backed_up_at = clock_timestamp()' ||
    echo "The backup is made, and could not be noted in the database $1." >&2
}
give_up() {
  echo "$*" >&2
  exit 1
}
