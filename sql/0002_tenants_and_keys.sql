-- Organisations, what they have decided for their validations, and their API keys.

-- One row: what must not change under a database.
create table installation (
  only_row boolean primary key default true check (only_row),
  -- Distinguishes a wrong pepper from a wrong key: with another pepper no API key would match.
  pepper_fingerprint bytea not null,
  created_at timestamptz not null default now()
);

create table organisations (
  id uuid primary key,
  name text not null,
  created_at timestamptz not null default now(),
  -- What it has bought. The plans themselves stand in the program. Only the operator changes this column and the next two: the
  -- application may read them.
  plan text not null default 'unlimited',
  -- A payment has been due since then; null: nothing is due.
  past_due_since timestamptz,
  -- No caller of the organisation is admitted since then; null: not suspended.
  suspended_at timestamptz
);

grant select on organisations to flowarden_app;
select tenant_wall('organisations', 'id = nullif(current_setting(''app.org_id'', true), '''')::uuid');

-- Which organisations have been deleted or are being deleted, by whom and when: their own audit log goes with them. Only the
-- owner's connection uses it.
create table deleted_organisations (
  id uuid primary key,
  name text not null,
  requested_by text not null,
  begun_at timestamptz not null default now(),
  -- Null while rows are left.
  completed_at timestamptz
);

-- What an organisation has decided for all its validations. An organisation without a row, and a column that is null,
-- have the default of the product.
create table organisation_settings (
  org_id uuid primary key references organisations (id),
  enforcement_mode text check (enforcement_mode in ('advisory', 'warning', 'blocking')),
  ruleset text,
  -- A score under it is an alert; null: none.
  score_alert_threshold integer check (score_alert_threshold between 2 and 100),
  -- Every run under the threshold, or only the one that crosses it.
  score_alert_kind text check (score_alert_kind in ('level', 'crossing')),
  -- How long before its end an exception is announced.
  exception_warning_days integer check (exception_warning_days between 1 and 90),
  -- The worst severity that an exception for any file or any place may have.
  exception_wildcard_severity text
    check (exception_wildcard_severity in ('none', 'low', 'medium', 'high', 'critical')),
  wire_case text check (wire_case in ('camel', 'snake')),
  -- Retention of results.
  retention_days integer check (retention_days between 1 and 400),
  -- Names of branches, an array; null: the default.
  default_branches jsonb check (jsonb_typeof(default_branches) = 'array'),
  -- Counts the changes; the value of the ETag.
  version integer not null default 0,
  updated_at timestamptz,
  updated_by text
);

grant select, insert, update on organisation_settings to flowarden_app;
select tenant_wall('organisation_settings');

-- The environments of an organisation, each with the defaults of its runs. A column that is null leaves it to the
-- organisation. A new organisation gets four of them; they are as good as any that it adds.
create table environments (
  org_id uuid not null references organisations (id),
  name text not null,
  description text,
  enforcement_mode text check (enforcement_mode in ('advisory', 'warning', 'blocking')),
  ruleset text,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, name)
);

grant select, insert, update, delete on environments to flowarden_app;
select tenant_wall('environments');

create table api_keys (
  org_id uuid not null references organisations (id),
  -- The eight public characters of the key.
  id text not null unique,
  name text not null,
  -- HMAC-SHA-256 of the whole key under the pepper of the installation.
  key_hash bytea not null,
  scopes text[] not null,
  -- The spelling of names in REST answers that the key prefers; null leaves it to the organisation.
  wire_case text check (wire_case in ('camel', 'snake')),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  last_used_at timestamptz,
  created_at timestamptz not null default now(),
  -- The person who created it: people cannot approve their own requests with another of their keys.
  created_by_kind text check (created_by_kind in ('key', 'user', 'operator', 'system')),
  created_by_id text,
  created_by_name text,
  created_by_email text,
  -- The id stays when a key is rotated; the secret changes, and the old one may serve on for a while.
  rotated_at timestamptz,
  previous_key_hash bytea,
  previous_key_until timestamptz,
  primary key (org_id, id),
  check (num_nulls(previous_key_hash, previous_key_until) in (0, 2))
);

grant select, insert, update (name, wire_case, key_hash, expires_at, revoked_at, last_used_at, rotated_at,
                              previous_key_hash, previous_key_until) on api_keys to flowarden_app;
select tenant_wall('api_keys');
-- A caller who presents a key has not proven an organisation yet: exactly the row of that key, to read.
create policy of_presented_key on api_keys for select to flowarden_app
  using (id = nullif(current_setting('app.api_key_id', true), ''));
