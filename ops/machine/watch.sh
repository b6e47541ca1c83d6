#!/bin/sh
# Has this machine's Prometheus watch Paydesk's processes, as root: each machine has two APIs and two workers. Run it again after an upgrade, for the alerts of
# that version, and when a machine comes or goes. The first time /etc/prometheus/prometheus.yml is written anew and kept as prometheus.yml.before; what is
# added to it later stays. Alerts go to the Alertmanager of this machine, whose receivers are yours to name.
# Usage: ops/machine/watch.sh 127.0.0.1 | app1 app2 …
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || { echo 'Say which machines: app1 app2' >&2; exit 64; }
folder=/etc/prometheus
cp "$here/../prometheus/paydesk.rules.yml" "$folder/"
targets() {
  echo '- targets:'
  for machine in "$@"; do for port in $ports; do printf "    - '%s:%s'\n" "$machine" "$port"; done; done
}
ports='13001 13002' targets "$@" >"$folder/paydesk-api.yml"
ports='14001 14002' targets "$@" >"$folder/paydesk-worker.yml"
if ! grep -q '^  - job_name: paydesk-api$' "$folder/prometheus.yml"; then
  cp "$folder/prometheus.yml" "$folder/prometheus.yml.before"
  cat >"$folder/prometheus.yml" <<END
global: { scrape_interval: 15s, evaluation_interval: 15s }
rule_files: [paydesk.rules.yml]
alerting:
  alertmanagers: [{ static_configs: [{ targets: ['127.0.0.1:9093'] }] }]
scrape_configs:
  - job_name: paydesk-api
    file_sd_configs: [{ files: [paydesk-api.yml] }]
  - job_name: paydesk-worker
    file_sd_configs: [{ files: [paydesk-worker.yml] }]
END
  # Debian's default is every address of this machine, until they are started anew.
  echo 'ARGS="--web.listen-address=127.0.0.1:9090"' >/etc/default/prometheus
  echo 'ARGS="--web.listen-address=127.0.0.1:9093 --cluster.listen-address="' >/etc/default/prometheus-alertmanager
  systemctl restart prometheus prometheus-alertmanager
fi
promtool check config "$folder/prometheus.yml" >/dev/null
systemctl restart prometheus prometheus-alertmanager
