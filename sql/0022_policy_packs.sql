-- Policy packs of organisations: trusted keys, published versions, and where they hold.
create table policy_keys (
  org_id uuid not null references organisations (id),
  -- Follows from the key alone.
  id text not null,
  -- SPKI in PEM.
  public_key text not null,
  -- Names of the packs that it may sign, with *.
  packs jsonb not null,
  -- Null: it does not expire.
  not_after timestamptz,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id)
);

create table policy_packs (
  org_id uuid not null references organisations (id),
  slug text not null,
  -- The highest revision that was ever published: it only rises.
  revision_max integer not null,
  created_at timestamptz not null default now(),
  primary key (org_id, slug)
);

create table policy_pack_versions (
  org_id uuid not null,
  id uuid not null,
  slug text not null,
  version text not null,
  revision integer not null,
  -- SHA-256 of the bundle, hexadecimal.
  digest text not null,
  -- The built file.
  bundle bytea not null,
  published_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, slug, version),
  foreign key (org_id, slug) references policy_packs (org_id, slug)
);

create table policy_assignments (
  org_id uuid not null references organisations (id),
  -- Name of an environment; empty: every run whose environment has no assignment.
  environment text not null,
  -- Null: the rulesets of environment and organisation hold.
  version_id uuid,
  -- Null: the value of the pack.
  choice text check (choice in ('any', 'stricter', 'fixed')),
  assigned_by_name text not null,
  updated_at timestamptz not null default now(),
  primary key (org_id, environment),
  foreign key (org_id, version_id) references policy_pack_versions (org_id, id)
);

grant select, insert, update, delete on policy_keys, policy_packs, policy_pack_versions, policy_assignments to flowarden_app;
select tenant_wall('policy_keys');
select tenant_wall('policy_packs');
select tenant_wall('policy_pack_versions');
select tenant_wall('policy_assignments');
