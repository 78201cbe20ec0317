-- Organisations, their API keys, and the wall between them.
--
-- The owner of this database migrates, makes the first organisation and runs the jobs. Everything else runs as
-- `flowarden_app`, which row-level security holds to one organisation: the setting `app.org_id` of the transaction.
-- A pooled connection reads an unset setting back as '', hence nullif.

do $$
begin
  create role flowarden_app nologin;
exception
  when duplicate_object or unique_violation then null; -- Roles belong to the whole server, not to this database.
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'flowarden_app', 'member') then
    execute format('grant flowarden_app to %I', current_user);
  end if;
end
$$;

grant usage on schema public to flowarden_app;

-- One row: what must not change under a database.
create table installation (
  only_row boolean primary key default true check (only_row),
  -- Tells a wrong pepper from a wrong key: with another pepper no API key would ever match again.
  pepper_fingerprint bytea not null,
  created_at timestamptz not null default now()
);

create table organisations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table api_keys (
  org_id uuid not null references organisations (id),
  -- The eight public characters of the key.
  id text not null unique,
  name text not null,
  -- HMAC-SHA-256 of the whole key under the pepper of the installation.
  key_hash bytea not null,
  scopes text[] not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);

grant select on organisations to flowarden_app;
grant select, insert, update (name, revoked_at, last_used_at) on api_keys to flowarden_app;

alter table organisations enable row level security;
alter table organisations force row level security;
create policy of_organisation on organisations to flowarden_app
  using (id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on organisations to current_user using (true);

alter table api_keys enable row level security;
alter table api_keys force row level security;
create policy of_organisation on api_keys to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
-- Who presents a key has not proven an organisation yet: exactly the row of that key, to read.
create policy of_presented_key on api_keys for select to flowarden_app
  using (id = nullif(current_setting('app.api_key_id', true), ''));
create policy of_owner on api_keys to current_user using (true);
