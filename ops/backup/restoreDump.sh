#!/bin/sh
# Restores a dump into a new database, as a superuser: restoreDump.sh <file> <database>. The roles must be there (docs/operations.md, Install).
set -eu
file=${1:?say which file}
database=${2:?say into which database}
createdb --locale=C.UTF-8 --template=template0 "$database"
pg_restore --exit-on-error --dbname="$database" "$file"
"$(dirname "$0")/quarantine.sh" "$(cat "$file.moment")" "$database" 'restored from a dump'
