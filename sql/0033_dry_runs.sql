-- What dry runs of policy packs read of a run: the file has notes that waive findings, or want to; it belongs to a project.
-- Null: a run before this migration, which a dry run knows nothing of.
alter table validations add column has_notes boolean;
alter table validations add column is_part boolean;

-- Dry runs of policy packs: what would differ if a version had judged earlier runs.
create table policy_dry_runs (
  org_id uuid not null references organisations (id),
  id uuid not null,
  version_id uuid not null,
  -- The runs to look at: {environment, branch, days, runs}.
  selection jsonb not null,
  status text not null default 'running' check (status in ('running', 'completed', 'failed')),
  -- The newest run of each workflow. Null: not looked for yet.
  run_ids uuid[],
  -- How many of them are done.
  done integer not null default 0,
  totals jsonb not null,
  -- Why it failed: {code, message}.
  error jsonb,
  requested_by_name text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (org_id, id)
);

grant select, insert, update, delete on policy_dry_runs to flowarden_app;
select tenant_wall('policy_dry_runs');
