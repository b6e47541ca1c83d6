# What the scripts beside this one share. ENGINE=docker is for Docker.
cd "$(dirname "$0")"
engine=${ENGINE:-podman}
compose() { if [ "$engine" = docker ]; then docker compose "$@"; else podman-compose "$@"; fi; }
container() {
  "$engine" ps --all --quiet --filter "label=com.docker.compose.project.working_dir=$PWD" --filter "label=com.docker.compose.service=$1"
}
processes='api1 api2 worker1 worker2'
# Longer than the drain and the work under way together. What a broken-off run has removed already is no fault.
stop() { each "$1" stop --time 45; }
each() {
  found=$(container "$1")
  shift
  [ -z "$found" ] || "$engine" "$@" "$found" >/dev/null
}
