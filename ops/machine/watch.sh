#!/bin/sh
# Has this machine's Prometheus watch Paydesk's processes, as root: each machine has two APIs and two workers. /etc/prometheus/prometheus.yml is kept
# as prometheus.yml.before. Alerts go to the Alertmanager of this machine (Debian: prometheus-alertmanager), whose receivers are yours to name.
# Usage: ops/machine/watch.sh 127.0.0.1 | app1 app2 …
set -eu
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] || { echo 'Say which machines: app1 app2' >&2; exit 64; }
folder=/etc/prometheus
cp "$here/../prometheus/paydesk.rules.yml" "$folder/"
grep -q '^  - job_name: paydesk-api$' "$folder/prometheus.yml" || cp "$folder/prometheus.yml" "$folder/prometheus.yml.before"
targets() { for machine in "$@"; do for port in $ports; do printf "          - '%s:%s'\n" "$machine" "$port"; done; done; }
{
  cat <<END
global: { scrape_interval: 15s, evaluation_interval: 15s }
rule_files: [paydesk.rules.yml]
alerting:
  alertmanagers: [{ static_configs: [{ targets: ['127.0.0.1:9093'] }] }]
scrape_configs:
  - job_name: paydesk-api
    static_configs:
      - targets:
END
  ports='13001 13002' targets "$@"
  cat <<END
  - job_name: paydesk-worker
    static_configs:
      - targets:
END
  ports='14001 14002' targets "$@"
} >"$folder/prometheus.yml"
# Debian's default is every address of this machine.
echo 'ARGS="--web.listen-address=127.0.0.1:9090"' >/etc/default/prometheus
promtool check config "$folder/prometheus.yml" >/dev/null
systemctl restart prometheus
