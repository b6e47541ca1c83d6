#!/bin/sh
# Makes Paydesk's database and its owner in the PostgreSQL of this machine, as root. The addresses with their passwords go to /etc/paydesk. What is
# there already stays as it is.
# Usage: ops/machine/database.sh                        for processes on this machine
#        ops/machine/database.sh db 10.20.30.0/24       for processes that reach this machine by this name, over TLS, from this network
set -eu
host=${1:-127.0.0.1}
network=${2:-}
settings=/etc/paydesk
[ -s "$settings/owner-url" ] && exit 0

random() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
as_postgres() { (cd / && runuser -u postgres -- "$@"); }
sql() { as_postgres psql --quiet --no-psqlrc --no-align --tuples-only --set ON_ERROR_STOP=1; }
umask 077
install -d -m 750 "$settings"
password=$(random)
tls=
if [ -n "$network" ]; then
  # A certificate of its own, which the others are handed: whoever is in the network cannot pose as the database.
  folder=$(echo 'show data_directory' | sql)
  as_postgres openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj "/CN=$host" -addext "subjectAltName=DNS:$host" \
    -keyout "$folder/paydesk.key" -out "$folder/paydesk.crt"
  install -m 644 "$folder/paydesk.crt" "$settings/database.crt"
  tls="?sslmode=verify-full&sslrootcert=$settings/database.crt"
  echo "hostssl paydesk paydesk_owner,paydesk_run $network scram-sha-256" | as_postgres tee -a "$(echo 'show hba_file' | sql)" >/dev/null
  sql <<END
alter system set listen_addresses = '*';
alter system set ssl = on;
alter system set ssl_cert_file = 'paydesk.crt';
alter system set ssl_key_file = 'paydesk.key';
END
fi
# An API with its pool takes up to 17 connections, a worker 19.
echo 'alter system set max_connections = 300' | sql
systemctl restart postgresql
# CREATEROLE is for the first migration, which makes the roles that processes work in; BYPASSRLS is for the verifiers and for dumps.
# The password must not stand in the server's log.
sql <<END
set log_statement = none;
set log_min_error_statement = panic;
set log_min_duration_statement = -1;
select 'create role paydesk_owner' where to_regrole('paydesk_owner') is null \gexec
alter role paydesk_owner login createrole bypassrls password '$password';
select 'create database paydesk owner paydesk_owner template template0 encoding ''UTF8'' locale ''C.UTF-8'''
where not exists (select from pg_database where datname = 'paydesk') \gexec
END
# The login of the processes is made by \`paydesk migrate --login\`.
printf 'postgres://paydesk_run:%s@%s:5432/paydesk%s' "$(random)" "$host" "$tls" >"$settings/database-url"
printf 'postgres://paydesk_owner:%s@%s:5432/paydesk%s' "$password" "$host" "$tls" >"$settings/owner-url"
