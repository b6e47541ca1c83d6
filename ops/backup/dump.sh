#!/bin/sh
# A dump of the database: dump.sh <file> [database]. Row-level security is forced on every table, for the owner too: only a superuser or a role with
# BYPASSRLS can dump it (`create role paydesk_dump login bypassrls in role pg_read_all_data`). The moment of the dump goes beside it.
set -eu
file=${1:?say into which file}
database=${2:-paydesk}
psql -Atqd "$database" -c 'select now()' > "$file.moment"
pg_dump --format=custom --file="$file" "$database"
