#!/bin/sh
# Runs once, when the database is made. Nobody but the administrator is superuser: `flowarden_owner` owns the database, for
# `migrate`, `jobs` and the operator; `flowarden_core` may only become `flowarden_app`, which row-level security holds. The first
# migration makes `flowarden_app` where it is missing, and Postgres asks for `createrole` before it looks.
set -eu
psql --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname="$POSTGRES_DB" \
  --set=owner_password="$(cat /run/secrets/owner_password)" \
  --set=core_password="$(cat /run/secrets/core_password)" <<'SQL'
create role flowarden_app nologin;
create role flowarden_owner login password :'owner_password' nosuperuser nocreatedb createrole nobypassrls;
create role flowarden_core login password :'core_password' nosuperuser nocreatedb nocreaterole nobypassrls noinherit;
grant flowarden_app to flowarden_owner;
grant flowarden_app to flowarden_core with inherit false, set true;
select format('alter database %I owner to flowarden_owner', current_database()) \gexec
select format('revoke all on database %I from public', current_database()) \gexec
select format('grant connect on database %I to flowarden_core', current_database()) \gexec
SQL
