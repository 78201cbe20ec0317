-- Which identity tokens of CI systems may send files for an organisation, without a key.
create table trust_policies (
  org_id uuid not null references organisations (id),
  id uuid not null,
  name text not null,
  -- The CI system, and the issuer of its tokens. Neither is ever changed.
  provider text not null check (provider in ('github', 'gitlab', 'entra', 'jenkins', 'kubernetes')),
  issuer text not null,
  -- Claim → exact value, and claim → glob.
  pins jsonb not null,
  conditions jsonb not null,
  -- Null: it does not expire.
  expires_at timestamptz,
  -- Written at most once a minute; null: never used.
  last_used_at timestamptz,
  created_by_name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, name)
);

grant select, insert, update, delete on trust_policies to flowarden_app;
select tenant_wall('trust_policies');

-- CI jobs are callers too. The rows that are there satisfy the wider check.
alter table audit_entries
  drop constraint audit_entries_actor_kind_check,
  add constraint audit_entries_actor_kind_check
    check (actor_kind in ('key', 'user', 'workload', 'operator', 'system')) not valid;
