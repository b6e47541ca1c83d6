#!/bin/sh
# Lets pgBackRest keep this machine's PostgreSQL, as root: its settings with a passphrase of their own, the archive of the log, the repository, a full backup
# on Sundays and what changed since on the other nights. PostgreSQL is restarted for it once. What is there already stays as it is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
conf=/etc/pgbackrest/pgbackrest.conf
if ! grep -qs "^\[$stanza\]" "$conf"; then
  # pgBackRest reads the first of the two that is there.
  ! grep -hsv '^\[global' "$conf" /etc/pgbackrest.conf | grep -q '^\[' ||
    give_up "pgBackRest keeps another cluster already. Add to its settings: [$stanza] pg1-path=$data pg1-port=$PGPORT"
  passphrase=$(od -An -N32 -tx1 /dev/urandom | tr -d ' \n')
  mkdir -p "${conf%/*}"
  # Not as an argument, which everybody on the machine could read.
  install -m 600 -o postgres /dev/null "$conf.new"
  sed -f - "$here/pgbackrest.conf" >"$conf.new" <<SED
s/change-me/$passphrase/
s|^\[paydesk\]|[$stanza]|
s|^pg1-path=.*|pg1-path=$data\npg1-port=$PGPORT|
SED
  mv "$conf.new" "$conf"
fi
! grep -q '^repo[0-9]*-host=' "$conf" || give_up "$conf names a repository host, and then only that host can make backups. Use an object store, or
mount a folder of the other machine at repo1-path."
# For the scripts beside this one, also when the timers run them.
printf 'VERSION=%s\nCLUSTER=%s\nSTANZA=%s\n' "$version" "$cluster" "$stanza" >"$kept_settings"
mode=$(as_postgres psql -Atqc 'show archive_mode')
as_postgres psql -v ON_ERROR_STOP=1 -q <<SQL
alter system set archive_mode = on;
alter system set archive_command = 'pgbackrest --stanza=$stanza archive-push %p';
-- At most so much is lost with the machine.
alter system set archive_timeout = '60s';
select pg_reload_conf() \g /dev/null
SQL
[ "$mode" = on ] || pg_ctlcluster "$version" "$cluster" restart
as_postgres pgbackrest --stanza="$stanza" stanza-create
as_postgres pgbackrest --stanza="$stanza" check
if [ -d /run/systemd/system ]; then
  sed "s|/opt/paydesk/ops/backup|$here|" "$here/pgbackrest-paydesk@.service" >/etc/systemd/system/pgbackrest-paydesk@.service
  cp "$here"/pgbackrest-paydesk-*.timer /etc/systemd/system/
  systemctl daemon-reload
  systemctl enable --quiet --now pgbackrest-paydesk-full.timer pgbackrest-paydesk-diff.timer
fi
echo "pgBackRest keeps $data by $conf. Keep a copy of its passphrase where the master keys are: without it no backup can be read."
