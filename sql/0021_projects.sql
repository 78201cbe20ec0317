-- Projects: archives whose files are validated one by one, side by side, and then judged together.

create table projects (
  org_id uuid not null references organisations (id),
  -- A UUIDv7 of the moment of submission.
  id uuid not null,
  -- queued: others of the organisation run first.
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  filename text not null,
  source text,
  branch text,
  pipeline jsonb not null,
  -- What its files are held against, as it was at the submission.
  enforcement_mode text not null check (enforcement_mode in ('advisory', 'warning', 'blocking')),
  ruleset text not null,
  policy_pack_id uuid,
  policy_pack_slug text,
  -- The archive, until the project has ended.
  blob_id uuid,
  content_bytes bigint not null,
  content_sha256 bytea not null,
  file_count integer not null,
  -- The run that this one is compared with.
  previous_id uuid,
  passed boolean,
  score integer check (score between 1 and 100),
  score_version text,
  critical_count integer,
  high_count integer,
  medium_count integer,
  low_count integer,
  total_count integer,
  -- Findings across files; those in files belong to their validations.
  findings jsonb,
  rule_errors jsonb,
  evaluated_rule_ids jsonb,
  diff jsonb,
  -- Why it failed: {code, message, details}.
  error jsonb,
  owner_id text,
  owner_name text,
  started_at timestamptz,
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  check (status in ('completed', 'failed') or blob_id is not null),
  check (status <> 'failed' or error is not null),
  check (
    status <> 'completed'
    or num_nulls(passed, critical_count, high_count, medium_count, low_count, total_count, findings, rule_errors, diff,
                 completed_at) = 0
  )
);
create index projects_previous on projects (org_id, filename, completed_at desc) where status = 'completed';
create index projects_unended on projects (org_id, id) where status in ('queued', 'running');

-- The files of a project, in the order of their places in the archive.
create table project_items (
  org_id uuid not null,
  project_id uuid not null,
  number integer not null,
  -- Which of the jobs that run side by side does it.
  shard integer not null,
  path text not null,
  -- Where and how it lies in the archive: {localStart, endMax, packedBytes, sizeBytes, method, crc}.
  place jsonb not null,
  status text not null default 'queued' check (status in ('queued', 'completed', 'failed', 'skipped')),
  -- Key of what is known of it, in `file_reports`.
  report_key bytea,
  platform text,
  validation_id uuid,
  passed boolean,
  score integer,
  summary jsonb,
  -- What the project's score needs of its findings.
  tally jsonb,
  -- Why there is no result: {code, message}.
  error jsonb,
  primary key (org_id, project_id, number),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);
create unique index project_items_path on project_items (org_id, project_id, path);

-- What the analysis of a file said, so that an unchanged file need not be analysed again. The key is a hash of its
-- content, its path, the ruleset and the version of the program.
create table file_reports (
  org_id uuid not null references organisations (id),
  key bytea not null,
  -- A report, or an error; without one it only has the facts.
  outcome text,
  -- What it tells the other files of its project.
  facts text,
  used_at timestamptz not null default now(),
  primary key (org_id, key)
);
create index file_reports_age on file_reports (used_at);

grant select, insert, update on projects, project_items to flowarden_app;
grant select, insert, update on file_reports to flowarden_app;

alter table projects enable row level security;
alter table projects force row level security;
create policy of_organisation on projects to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on projects to current_user using (true);

alter table project_items enable row level security;
alter table project_items force row level security;
create policy of_organisation on project_items to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on project_items to current_user using (true);

alter table file_reports enable row level security;
alter table file_reports force row level security;
create policy of_organisation on file_reports to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on file_reports to current_user using (true);
