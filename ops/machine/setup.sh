#!/bin/sh
# Everything on this machine: database, processes and proxy. Run as root from the unpacked archive. What is there already stays as it is.
# Usage: ops/machine/setup.sh paydesk.example.com      TLS='tls internal' for a name that is not public.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
host=${1:?the name under which people reach Paydesk, such as paydesk.example.com}
"$here/database.sh"
"$here/app.sh" "$host"
"$here/proxy.sh" "$host" 127.0.0.1:3001 127.0.0.1:3002
