#!/bin/sh
# Goes over to the program of this archive while people work, as root: the database first, then one process after the other, each when the one before
# it is ready. Also replaces the processes of the same program, after a change of settings. If it stops on the way, the processes that it did not reach
# go on with the program from before.
# Usage: /opt/paydesk-<version>/ops/machine/upgrade.sh
set -eu
here=$(cd "$(dirname "$0")" && pwd)
program=$(cd "$here/../.." && pwd)
"$program/bin/paydesk" check-config
"$program/bin/paydesk" migrate
ln -sfn "$program" /opt/paydesk
cp -r "$here"/*.service "$here"/*.service.d "$here"/*.target /etc/systemd/system/
systemctl daemon-reload
units() { systemctl list-units --all --state="$1" --plain --no-legend 'paydesk-api@*' 'paydesk-worker@*' | cut -d ' ' -f 1; }
# First those that are down: a run that broke off may have left them so, and the others serve meanwhile.
for unit in $(units failed,activating) $(units active,reloading); do
  systemctl restart "$unit"
  port=$(systemctl show --property Environment --value "$unit" | tr ' ' '\n' | sed -n 's/^WATCH_PORT=//p')
  WATCH_PORT=$port paydesk ready --wait 120
  # Until the proxy has seen it too (health_interval and health_timeout): between two looks neither API would count as ready, and Caddy refuses at once what
  # is no GET.
  case $unit in paydesk-api@*) sleep 3 ;; esac
  echo "$unit runs $(paydesk version)"
done
