#!/bin/sh
# Makes Paydesk's processes services of this machine, as root from the unpacked archive: their user, their settings in /etc/paydesk, their units. What is
# there already stays as it is. The database's addresses must be in /etc/paydesk (database.sh makes them; whoever runs it otherwise writes them there).
# Usage: ops/machine/app.sh paydesk.example.com                 the proxy is on this machine
#        ops/machine/app.sh paydesk.example.com 10.20.30.31     the proxy is there, and nobody else may reach the ports 3001 and up of this machine
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$here/../.." && pwd)
host=${1:?the name under which people reach Paydesk, such as paydesk.example.com}
proxy=${2:-}
settings=/etc/paydesk
for name in owner-url database-url; do
  [ -s "$settings/$name" ] || { echo "$settings/$name is missing: database.sh makes it, on the database's machine" >&2; exit 1; }
done

id paydesk >/dev/null 2>&1 || useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin paydesk
ln -sfn "$program" /opt/paydesk
ln -sf /opt/paydesk/bin/paydesk /usr/local/bin/paydesk

umask 027
[ -s "$settings/master-keys" ] || "$program/bin/paydesk" keygen >"$settings/master-keys"
[ -e "$settings/owner.env" ] || echo "DATABASE_OWNER_URL_FILE=$settings/owner-url" >"$settings/owner.env"
if [ ! -e "$settings/paydesk.env" ]; then
  cat >"$settings/paydesk.env" <<END
PUBLIC_URL=https://$host
TRUST_PROXY=${proxy:-127.0.0.1}
SHUTDOWN_DRAIN_MS=3000
DATABASE_URL_FILE=$settings/database-url
PAYDESK_MASTER_KEYS_FILE=$settings/master-keys
# Where mails go out; without it nobody can be invited or reset a password.
#SMTP_URL=smtps://user:password@mail.example.com:465
#MAIL_FROM=Paydesk <paydesk@example.com>
END
  # No address of this machine's own: the file is copied to the others. Who may reach the ports is the firewall's part.
  [ -z "$proxy" ] || printf 'HOST=0.0.0.0\nWATCH_HOST=0.0.0.0\n' >>"$settings/paydesk.env"
fi
# root writes the settings, the processes read them, and nobody else. The owner's address is for \`paydesk migrate\`, \`verify\` and \`rotate-keys\`, which
# root runs.
chown -R root:paydesk "$settings"
chmod 750 "$settings"
chmod 600 "$settings/owner-url" "$settings/owner.env"
chmod 640 "$settings/database-url" "$settings/master-keys" "$settings/paydesk.env"
[ ! -e "$settings/database.crt" ] || chmod 640 "$settings/database.crt"

umask 022
cp -r "$here"/*.service "$here"/*.service.d "$here"/*.target /etc/systemd/system/
systemctl daemon-reload
echo "Made: $settings and the units. Keep $settings/master-keys somewhere else as well: without it the PayPal accounts' secrets are lost."
