#!/bin/sh
# Makes the accounts of a database, on Postgres 14 to 18: all of them or none. Runs once, when the container makes the database;
# by hand again after an upgrade, or to change passwords. Nobody but the administrator is superuser: `flowarden_owner` owns the
# database, for `migrate`, `jobs` and the operator; `flowarden_core` may only become `flowarden_app` and `flowarden_team`, which
# row-level security holds; `flowarden_deliveries` may read and change deliveries, `flowarden_pulls` sources and
# what they hold.
#
#   POSTGRES_DB, POSTGRES_USER  the database, and the administrator who does this (default: postgres); PGHOST and the like as for psql
#   OWNER_ROLE, CORE_ROLE       names of the accounts, when several databases share a server
#   SECRETS_DIR                 folder of the files `owner_password`, `core_password`, `deliveries_password` and
#                               `pulls_password` (default: /run/secrets)
set -eu
export SECRETS_DIR="${SECRETS_DIR:-/run/secrets}"
for name in owner_password core_password deliveries_password pulls_password; do
  [ -s "$SECRETS_DIR/$name" ] || { echo "$0: $SECRETS_DIR/$name is missing or empty." >&2; exit 1; }
done
psql --no-psqlrc --quiet --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname="$POSTGRES_DB" \
  --set=owner="${OWNER_ROLE:-flowarden_owner}" --set=core="${CORE_ROLE:-flowarden_core}" <<'SQL'
\set owner_password `cat "$SECRETS_DIR/owner_password"`
\set core_password `cat "$SECRETS_DIR/core_password"`
\set deliveries_password `cat "$SECRETS_DIR/deliveries_password"`
\set pulls_password `cat "$SECRETS_DIR/pulls_password"`
begin;
select format('create role %I', role) from unnest(array['flowarden_app', 'flowarden_team', 'flowarden_deliveries', 'flowarden_pulls', :'owner', :'core']) as role
where not exists (select from pg_roles where rolname = role) \gexec
alter role flowarden_app nologin nosuperuser nocreatedb nocreaterole nobypassrls;
alter role flowarden_team nologin nosuperuser nocreatedb nocreaterole nobypassrls;
alter role :"owner" login password :'owner_password' nosuperuser nocreatedb createrole nobypassrls;
alter role :"core" login password :'core_password' nosuperuser nocreatedb nocreaterole nobypassrls noinherit;
alter role flowarden_deliveries login password :'deliveries_password' nosuperuser nocreatedb nocreaterole nobypassrls;
alter role flowarden_pulls login password :'pulls_password' nosuperuser nocreatedb nocreaterole nobypassrls;
grant flowarden_app, flowarden_team, flowarden_deliveries, flowarden_pulls to :"owner";
grant flowarden_app, flowarden_team to :"core";
alter database :"DBNAME" owner to :"owner";
revoke all on database :"DBNAME" from public;
grant connect on database :"DBNAME" to :"core", flowarden_deliveries, flowarden_pulls;
revoke create on schema public from public;
grant all on schema public to :"owner";
commit;
SQL
