#!/bin/sh
# A backup of the whole cluster by pgBackRest: `backup.sh full` once a week, `backup.sh diff` on the other nights. The log is archived all the time
# (setup.sh), so any moment between can be restored.
set -eu
. "$(dirname "$0")/common.sh"
as_postgres pgbackrest --stanza="$stanza" check
as_postgres pgbackrest --stanza="$stanza" --type="${1:-diff}" backup
# Which of the cluster's databases is in use, Paydesk's processes know and this does not.
note_backup $(databases)
