-- The roles of the programs, the wall between organisations, and the list of migrations.
--
-- The owner of this database migrates, makes the first organisation and runs the jobs. Everything else runs as
-- `flowarden_app`, which row-level security holds to one organisation: the setting `app.org_id` of the transaction.
-- A pooled connection reads an unset setting back as '', hence nullif.
--
-- The process that delivers webhooks runs as `flowarden_deliveries`. It sends for all organisations, so that no setting of a
-- transaction narrows what it sees; but it sees no result, no key and no member, and changes nothing but deliveries and what
-- they store about their webhooks.

-- Roles belong to the whole server, not to this database: another database of it may have them, or make them right now.
do $$
declare
  name text;
begin
  foreach name in array array['flowarden_app', 'flowarden_deliveries'] loop
    if not exists (select from pg_roles where rolname = name) then
      begin
        execute format('create role %I nologin', name);
      exception
        when duplicate_object or unique_violation then null;
      end;
    end if;
    if not pg_has_role(current_user, name, 'member') then
      execute format('grant %I to %I', name, current_user);
    end if;
    execute format('grant usage on schema public to %I', name);
  end loop;
end
$$;

-- The files of `sql/` that have been applied.
create table schema_migrations (
  version integer primary key,
  name text not null,
  -- The oldest program that can serve from then on, by the newest migration that it knows; 0: any.
  needs_migration integer not null default 0,
  applied_at timestamptz not null default now()
);

-- By them a core knows whether it can serve.
grant select (version, needs_migration) on schema_migrations to flowarden_app;

-- Lets the application see and change only the rows of the organisation, or of what else the transaction has named. The owner
-- of a table is exempt under any name: policies that name the migrating role would show an owner with another name
-- nothing, as after a restore, and forced row-level security would stop pg_dump from reading.
create function tenant_wall(
  walled regclass,
  condition text default 'org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid'
) returns void
language plpgsql as $$
begin
  execute format('alter table %s enable row level security, no force row level security', walled);
  execute format('create policy of_organisation on %s to flowarden_app using (%s)', walled, condition);
end
$$;

revoke all on function tenant_wall(regclass, text) from public;
