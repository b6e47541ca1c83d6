#!/bin/sh
# Makes Paydesk a service of this machine: its user, its database in the PostgreSQL of this machine, its settings in /etc/paydesk, its units and
# Caddy's site. Run as root from the unpacked archive. What is there already stays as it is.
# Usage: ops/machine/setup.sh paydesk.example.com      TLS='tls internal' for a name that is not public.
# With DATABASE_URL and DATABASE_OWNER_URL the database is elsewhere and has been made by whoever runs it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$here/../.." && pwd)
host=${1:?the name under which people reach Paydesk, such as paydesk.example.com}
settings=/etc/paydesk

id paydesk >/dev/null 2>&1 || useradd --system --home-dir /nonexistent --shell /usr/sbin/nologin paydesk
ln -sfn "$program" /opt/paydesk
ln -sf /opt/paydesk/bin/paydesk /usr/local/bin/paydesk

# root writes the settings, the processes read them, and nobody else.
install -d -m 750 -o root -g paydesk "$settings"
umask 027
secret() { [ -s "$settings/$1" ] || { "$2" >"$settings/$1"; chgrp paydesk "$settings/$1"; }; }
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
as_postgres() { (cd / && runuser -u postgres -- "$@"); }
own_database() {
  password=$(random)
  # CREATEROLE is for the first migration, which makes the roles that processes work in; BYPASSRLS is for the verifiers and for dumps.
  as_postgres psql --quiet --no-psqlrc --set ON_ERROR_STOP=1 <<END >&2
create role paydesk_owner login createrole bypassrls password '$password';
create database paydesk owner paydesk_owner template template0 encoding 'UTF8' locale 'C.UTF-8';
END
  printf 'postgres://paydesk_owner:%s@127.0.0.1:5432/paydesk' "$password"
}
owner_url() { if [ -n "${DATABASE_OWNER_URL:-}" ]; then printf %s "$DATABASE_OWNER_URL"; else own_database; fi; }
database_url() { printf %s "${DATABASE_URL:-postgres://paydesk_run:$(random)@127.0.0.1:5432/paydesk}"; }
master_keys() { "$program/bin/paydesk" keygen; }
secret owner-url owner_url
secret database-url database_url
secret master-keys master_keys
# The processes never need it; `paydesk migrate`, `verify` and `rotate-keys` do, which root runs.
chmod 600 "$settings/owner-url"
[ -e "$settings/owner.env" ] || (umask 077 && echo "DATABASE_OWNER_URL_FILE=$settings/owner-url" >"$settings/owner.env")

[ -e "$settings/paydesk.env" ] || cat >"$settings/paydesk.env" <<END
PUBLIC_URL=https://$host
TRUST_PROXY=127.0.0.1
SHUTDOWN_DRAIN_MS=3000
DATABASE_URL_FILE=$settings/database-url
PAYDESK_MASTER_KEYS_FILE=$settings/master-keys
# Where mails go out; without it nobody can be invited or reset a password.
#SMTP_URL=smtps://user:password@mail.example.com:465
#MAIL_FROM=Paydesk <paydesk@example.com>
END
chgrp paydesk "$settings/paydesk.env"

umask 022
cp "$here"/*.service "$here"/*.target /etc/systemd/system/
systemctl daemon-reload
if [ -d /etc/caddy ]; then
  sed -e 's/api1:3000 api2:3000/127.0.0.1:3001 127.0.0.1:3002/' -e "s/{\$PAYDESK_HOST}/$host/" -e "s/{\$PAYDESK_TLS}/${TLS:-}/" \
    "$here/../compose/Caddyfile" >/etc/caddy/Caddyfile
fi
echo "Made: $settings, the units and Caddy's site. Keep $settings/master-keys somewhere else as well: without it the PayPal accounts' secrets are lost."
