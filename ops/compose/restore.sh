#!/bin/sh
# Puts a dump in place of the database, which is kept as paydesk_before_<time>, and begins with quarantine: ./restore.sh <file>
set -eu
file=$(realpath "${1:?say which file}")
. "$(dirname "$0")/common.sh"
moment=$(cat "$file.moment")
for service in $processes; do stop "$service"; done
postgres=$(container postgres)
sql() { "$engine" exec --interactive "$postgres" psql --username paydesk_owner -v ON_ERROR_STOP=1 -Atq "$@"; }
# Under a name of its own each time: a second try must not cost what the first one kept. The first may have ended right after the renaming.
sql --dbname postgres -v before="paydesk_before_$(date --utc +%Y%m%d%H%M%S)" <<'SQL'
select format('alter database paydesk rename to %I', :'before') where exists (select from pg_database where datname = 'paydesk') \gexec
create database paydesk template template0 encoding 'UTF8' locale 'C.UTF-8' connection limit 0;
SQL
"$engine" exec --interactive "$postgres" pg_restore --username paydesk_owner --exit-on-error --dbname paydesk <"$file"
sql --dbname paydesk -v moment="$moment" -v why='restored from a dump' <../backup/quarantine.sql
# Until here only a superuser got in.
echo 'alter database paydesk connection limit -1' | sql --dbname postgres
compose run --rm migrate
for service in $processes; do each "$service" start; done
