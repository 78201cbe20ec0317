-- The wall between organisations, in one place. The owner of a table is exempt, whatever its name: policies that name the role
-- which migrated would show an owner of another name nothing, as after a restore, and row-level security that is forced
-- would keep pg_dump from reading.

-- Lets the application see and change only the rows of the organisation, or of what else the transaction has named.
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

do $$
declare
  walled regclass;
begin
  for walled in select oid from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity loop
    execute format('alter table %s no force row level security', walled);
    execute format('drop policy if exists of_owner on %s', walled);
  end loop;
end
$$;
