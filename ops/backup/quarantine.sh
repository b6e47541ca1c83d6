#!/bin/sh
# Puts a restored database into quarantine, with psql alone, as a superuser: quarantine.sh <moment> <database> <why>
set -eu
psql -v ON_ERROR_STOP=1 -Atqd "$2" -v moment="$1" -v why="$3" -f "$(dirname "$0")/quarantine.sql"
