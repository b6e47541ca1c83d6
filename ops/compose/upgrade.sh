#!/bin/sh
# Goes over to another image while people work: the database first, then one container after the other, each when the one before it is ready. Also
# replaces the containers of the same image, after a change of settings.
# Usage: ./upgrade.sh [image]     ENGINE=docker for Docker.
set -eu
. "$(dirname "$0")/common.sh"
image=${1:-localhost/paydesk:$(sed -n 's/^  "version": "\([^"]*\)".*/\1/p' ../../package.json)}
sed -i "s,^PAYDESK_IMAGE=.*,PAYDESK_IMAGE=$image," .env
compose run --rm migrate
for service in $processes; do
  stop "$service"
  each "$service" rm
  compose up --detach --no-deps "$service" >/dev/null
  "$engine" exec "$(container "$service")" paydesk ready --wait 120
  # Until the proxy has seen it too (health_interval and health_timeout): between two looks neither API would count as ready, and Caddy refuses at once what
  # is no GET.
  case $service in api*) sleep 3 ;; esac
  echo "$service runs $("$engine" exec "$(container "$service")" paydesk version)"
done
