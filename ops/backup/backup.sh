#!/bin/sh
# A backup of the whole cluster by pgBackRest: `backup.sh full` once a week, `backup.sh diff` on the other nights. The log is archived all the time
# (setup.sh), so any moment between can be restored. DATABASE is Paydesk's, if it is not called paydesk.
set -eu
. "$(dirname "$0")/common.sh"
as_postgres pgbackrest --stanza="$stanza" check
as_postgres pgbackrest --stanza="$stanza" --type="${1:-diff}" backup
note_backup "${DATABASE:-paydesk}"
