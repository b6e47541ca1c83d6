#!/bin/sh
# Makes Paydesk a site of this machine's Caddy, as root. Other sites stay; this one is written anew.
# Usage: ops/machine/proxy.sh paydesk.example.com app1:3001 app1:3002 …     TLS='tls internal' for a name that is not public.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
host=${1:?the name under which people reach Paydesk, such as paydesk.example.com}
shift
[ $# -gt 0 ] || { echo 'Say where the API listens: app1:3001 app1:3002' >&2; exit 64; }
sed -e "s|api1:3000 api2:3000|$*|" -e "s|{\$PAYDESK_HOST}|$host|" -e "s|{\$PAYDESK_TLS}|${TLS:-}|" "$here/../compose/Caddyfile" >/etc/caddy/paydesk.new
mv /etc/caddy/paydesk.new /etc/caddy/paydesk
# Caddy's admin interface asks nobody who they are: whoever has an account on this machine could give it another configuration. Without it, other sites are
# changed by `systemctl restart caddy`. The global options are the first block of the file, or there are none.
if ! grep -Eq '^[[:space:]]*admin[[:space:]]' /etc/caddy/Caddyfile; then
  first=$(grep -Env '^[[:space:]]*(#|$)' /etc/caddy/Caddyfile | sed 1q)
  case $first in
  *:\{) sed -i "${first%%:*}a\\\tadmin off" /etc/caddy/Caddyfile ;;
  *) { printf '{\n\tadmin off\n}\n\n' && cat /etc/caddy/Caddyfile; } >/etc/caddy/Caddyfile.new && mv /etc/caddy/Caddyfile.new /etc/caddy/Caddyfile ;;
  esac
fi
grep -qx 'import paydesk' /etc/caddy/Caddyfile || printf '\nimport paydesk\n' >>/etc/caddy/Caddyfile
systemctl restart caddy
