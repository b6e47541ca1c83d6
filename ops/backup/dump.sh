#!/bin/sh
# A dump of the database, with its moment and its roles: dump.sh <folder> [database]. Row-level security is forced on every table, for the owner too:
# only a superuser such as postgres, or a role with BYPASSRLS, can dump it.
set -eu
folder=${1:?say into which folder}
database=${2:-paydesk}
. "$(dirname "$0")/common.sh"
ask() { as_postgres psql -v ON_ERROR_STOP=1 -Atqd "$database" "$@"; }
[ ! -e "$folder" ] || give_up "$folder is there already."
# It holds everything: nobody else may read it. Of its own: another run at the same time would write into the same one.
part=$(as_postgres mktemp --directory "$folder.XXXXXX")
trap 'as_postgres rm -rf "$part"' EXIT
# Before the dump's own snapshot: what is compared with PayPal afterwards begins a little earlier rather than later.
ask -c 'select now()' -o "$part/moment"
ask -c 'select pg_get_userbyid(datdba) from pg_database where datname = current_database()' -o "$part/owner"
# Roles belong to the cluster and are in no dump. Passwords stay where they are.
ask -o "$part/roles.sql" <<'SQL'
with taken as (
  select r.* from pg_roles r where not r.rolsuper and (r.rolname in ('paydesk_app', 'paydesk_auth')
    or r.oid = (select datdba from pg_database where datname = current_database())
    or pg_has_role(r.oid, (select oid from pg_roles where rolname = 'paydesk_app'), 'member'))
)
select format('select $$create role %I %s %s %s$$ where not exists (select from pg_roles where rolname = %L) \gexec', rolname,
  case when rolcanlogin then 'login' else 'nologin' end, case when rolcreaterole then 'createrole' else '' end,
  case when rolbypassrls then 'bypassrls' else '' end, rolname) from taken
union all
select format('grant %I to %I;', g.rolname, m.rolname) from pg_auth_members a join taken g on g.oid = a.roleid join taken m on m.oid = a.member;
SQL
as_postgres pg_dump --format=custom --file="$part/data" "$database"
as_postgres mv --no-target-directory "$part" "$folder"
note_backup "$database"
