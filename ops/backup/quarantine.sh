#!/bin/sh
# Puts a restored database into quarantine, with psql alone: quarantine.sh <moment> <database> <why>
# A database of before 0.4.0 has no such function: migrate it first, with no process running, then call this.
set -eu
psql -v ON_ERROR_STOP=1 -Atqd "$2" -v moment="$1" -v why="$3" <<'SQL'
select 'In quarantine since ' || quarantine_on(:'moment'::timestamptz, :'why');
SQL
