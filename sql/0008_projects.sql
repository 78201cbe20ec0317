-- Projects: archives whose files are validated one by one, side by side, and then judged together.

create table projects (
  org_id uuid not null references organisations (id),
  -- A UUIDv7 of the moment of submission.
  id uuid not null,
  -- queued: others of the organisation run first.
  status text not null check (status in ('queued', 'running', 'completed', 'failed')),
  filename text not null,
  -- What it has in common with the run that it is compared with; see `run_key_of`.
  run_key bytea,
  label text,
  source text,
  -- The value in `pipeline`. A column, as row-level security lets no index use an expression over JSON.
  repository text,
  branch text,
  environment text,
  pipeline jsonb not null,
  -- Settings that its files are validated with, as of the submission.
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
  -- Findings that block, or would block in another mode.
  would_block_count integer,
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
  -- What `project_items.basis` is for a file, for the findings across files.
  basis bytea,
  diff jsonb,
  -- Why it failed: {code, message, details}.
  error jsonb,
  owner_id text,
  owner_name text,
  -- The request that caused it and the span of its trace, as `add_jobs` stores them: it may begin long after its
  -- request, when another one has ended.
  request_id text default nullif(current_setting('app.request_id', true), ''),
  traceparent text default nullif(current_setting('app.traceparent', true), ''),
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

create index projects_unended on projects (org_id, id) where status in ('queued', 'running');
create index projects_predecessor on projects (org_id, run_key, completed_at desc, id desc) where status = 'completed';
create index projects_repository on projects (org_id, repository, id desc) where repository is not null;
create index projects_filename on projects (org_id, filename, id desc);
create index projects_label on projects (org_id, label, id desc) where label is not null;
create index projects_branch on projects (org_id, branch, id desc) where branch is not null;
create index projects_source on projects (org_id, source, id desc) where source is not null;
create index projects_times on projects (org_id, created_at);
-- `passed` is null where the project failed as a whole.
create index projects_not_passed on projects (org_id, id desc) where not passed or status = 'failed';

-- The files of a project, in the order of their places in the archive. They are looked up by number alone: with an index over
-- the paths Postgres would take, as long as it knows nothing of rows this young, either index for either look-up, and read all
-- files of a project to find one.
create table project_items (
  org_id uuid not null,
  project_id uuid not null,
  number integer not null,
  -- Which of the jobs that run side by side does it.
  shard integer not null,
  path text not null,
  -- Where and how it lies in the archive: {localStart, endMax, packedBytes, sizeBytes, method, crc}.
  place jsonb not null,
  -- The file of the same path in the run that the project is compared with.
  previous_number integer,
  status text not null default 'queued' check (status in ('queued', 'completed', 'failed', 'skipped')),
  -- Key of its report in `file_reports`.
  report_key bytea,
  -- A hash of what the outcome follows from beside the file: the rules, the program, the policy, the exceptions. Null:
  -- another run of the same file may end differently.
  basis bytea,
  platform text,
  validation_id uuid,
  -- The event about its validation.
  event_id uuid,
  passed boolean,
  score integer,
  summary jsonb,
  -- What the project's score needs of its findings.
  tally jsonb,
  -- The reason for a missing result: {code, message}.
  error jsonb,
  primary key (org_id, project_id, number),
  foreign key (org_id, project_id) references projects (org_id, id) on delete cascade
);

-- What the analysis of a file said, so that an unchanged file need not be analysed again. The key is a hash of its
-- content, its path, the ruleset and the version of the program.
create table file_reports (
  org_id uuid not null references organisations (id),
  key bytea not null,
  -- A report, or an error; without one it only has the facts.
  outcome text,
  -- Facts for the other files of its project.
  facts text,
  used_at timestamptz not null default now(),
  primary key (org_id, key)
);
create index file_reports_age on file_reports (used_at);

grant select, insert, update on projects, project_items, file_reports to flowarden_app;
select tenant_wall('projects');
select tenant_wall('project_items');
select tenant_wall('file_reports');
