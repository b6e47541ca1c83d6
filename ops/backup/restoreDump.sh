#!/bin/sh
# Restores a dump into a new database: restoreDump.sh <folder> <database>. Roles that this cluster lacks are made without a password; `paydesk migrate
# --login` gives the processes' login its own.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=${1:?say which folder}
database=${2:?say into which database}
. "$here/common.sh"
ask() { as_postgres psql -v ON_ERROR_STOP=1 -Atqd postgres -v name="$database" "$@"; }
as_postgres test -r "$folder/data" || give_up "$folder is no dump that postgres can read."
ask -f "$folder/roles.sql"
# Until the quarantine is on, only superusers get in.
ask -v owner="$(as_postgres cat "$folder/owner")" <<'SQL'
create database :"name" owner :"owner" template template0 encoding 'UTF8' locale 'C.UTF-8' connection limit 0;
SQL
as_postgres pg_restore --exit-on-error --dbname="$database" "$folder/data"
as_postgres "$here/quarantine.sh" "$(as_postgres cat "$folder/moment")" "$database" 'restored from a dump'
ask <<'SQL'
alter database :"name" connection limit -1;
SQL
