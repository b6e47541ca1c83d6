#!/bin/sh
# Goes over to another image while people work: the database first, then one container after the other, each when the one before it is ready. Also
# replaces the containers of the same image, after a change of settings.
# Usage: ./upgrade.sh [image]     ENGINE=docker for Docker.
set -eu
cd "$(dirname "$0")"
image=${1:-localhost/paydesk:$(sed -n 's/.*"version": "\([^"]*\)".*/\1/p' ../../package.json)}
engine=${ENGINE:-podman}
compose() { if [ "$engine" = docker ]; then docker compose "$@"; else podman-compose "$@"; fi; }
container() {
  "$engine" ps --all --quiet --filter "label=com.docker.compose.project.working_dir=$PWD" --filter "label=com.docker.compose.service=$1"
}
sed -i "s,^PAYDESK_IMAGE=.*,PAYDESK_IMAGE=$image," .env
compose run --rm migrate
for service in api1 api2 worker1 worker2; do
  # Longer than the drain and the work under way together.
  "$engine" stop --time 45 "$(container $service)" >/dev/null
  "$engine" rm "$(container $service)" >/dev/null
  compose up --detach --no-deps $service >/dev/null
  "$engine" exec "$(container $service)" paydesk ready --wait 120
  echo "$service runs $("$engine" exec "$(container $service)" paydesk version)"
done
