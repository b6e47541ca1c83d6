#!/bin/sh
# Makes what compose.yml reads: settings in .env, paydesk.env and proxy.env, passwords and keys in secrets/. What is there already stays as it is.
# Usage: ./setup.sh paydesk.example.com [image]     ENGINE=docker for Docker; TLS='tls internal' for a name that is not public.
set -eu
cd "$(dirname "$0")"
host=${1:?the name under which people reach Paydesk, such as paydesk.example.com}
image=${2:-localhost/paydesk:$(sed -n 's/^  "version": "\([^"]*\)".*/\1/p' ../../package.json)}
engine=${ENGINE:-podman}
https_port=${HTTPS_PORT:-443}
origin=https://$host
[ "$https_port" = 443 ] || origin=$origin:$https_port

# Only the engine and the processes read the secrets: the folder is closed to everybody else, the files are open within it. The engine alone reads the
# settings, in which the mail server's password may stand.
umask 077
mkdir -p secrets
umask 022
secret() { [ -s "secrets/$1" ] || "$2" >"secrets/$1"; }
random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
owner_url() { printf 'postgres://paydesk_owner:%s@postgres:5432/paydesk' "$(cat secrets/owner-password)"; }
database_url() { printf 'postgres://paydesk_run:%s@postgres:5432/paydesk' "$(random)"; }
# As `paydesk keygen` does. What a container prints, the engine may write into the machine's log.
master_keys() { printf '%s:%s' "$(date --utc +%F)" "$(head -c 32 /dev/urandom | base64 --wrap=0)"; }
secret owner-password random
secret owner-url owner_url
secret database-url database_url
secret master-keys master_keys

settings() { [ -e "$1" ] || (umask 077 && cat >"$1"); }
settings .env <<END
PAYDESK_IMAGE=$image
POSTGRES_IMAGE=${POSTGRES_IMAGE:-docker.io/library/postgres:18}
CADDY_IMAGE=${CADDY_IMAGE:-docker.io/library/caddy:2}
HTTP_PORT=${HTTP_PORT:-80}
HTTPS_PORT=$https_port
END
settings proxy.env <<END
PAYDESK_HOST=$host
PAYDESK_TLS=${TLS:-}
END
settings paydesk.env <<END
PUBLIC_URL=$origin
TRUST_PROXY=10.89.77.2/31,10.89.77.4/30,10.89.77.8/29,10.89.77.16/28,10.89.77.32/27,10.89.77.64/26,10.89.77.128/25
SHUTDOWN_DRAIN_MS=3000
WATCH_HOST=0.0.0.0
WATCH_PORT=9464
DATABASE_URL_FILE=/run/secrets/database-url
PAYDESK_MASTER_KEYS_FILE=/run/secrets/master-keys
# Where mails go out; without it nobody can be invited or reset a password.
#SMTP_URL=smtps://user:password@mail.example.com:465
#MAIL_FROM=Paydesk <paydesk@example.com>
END
echo "Made: .env, paydesk.env, proxy.env and secrets/. Keep secrets/master-keys somewhere else as well: without it the PayPal accounts' secrets are lost."
