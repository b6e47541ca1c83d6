#!/bin/sh
# A backup of the whole cluster by pgBackRest, as the user postgres: `backup.sh full` once a week, `backup.sh diff` every night. The log is
# archived all the time (pgbackrest.conf), so any moment between can be restored.
set -eu
stanza=${STANZA:-paydesk}
pgbackrest --stanza="$stanza" stanza-create
pgbackrest --stanza="$stanza" --type="${1:-diff}" backup
pgbackrest --stanza="$stanza" check
