-- The estate: each workflow file as its newest run saw it, and its findings.

-- One row per file, for all branches: the newest run on a default branch or without a branch; as long as a file has none,
-- its newest run on any branch.
create table workflows (
  org_id uuid not null references organisations (id),
  id uuid not null,
  platform text not null,
  kind text,
  filename text not null,
  repository text,
  branch text,
  environment text,
  source text,
  is_on_default_branch boolean not null,
  -- The run that the row shows. A UUIDv7, so it sorts by submission.
  validation_id uuid not null,
  validated_at timestamptz not null,
  passed boolean not null,
  would_block_count integer not null,
  score integer not null,
  critical_count integer not null,
  high_count integer not null,
  medium_count integer not null,
  low_count integer not null,
  total_count integer not null,
  -- Scores of the last 30 runs, the oldest first.
  scores smallint[] not null,
  first_seen_at timestamptz not null,
  primary key (org_id, id)
);

create index workflows_score on workflows (org_id, score, id);
create index workflows_run on workflows (org_id, validation_id);

-- The findings of the run that each workflow shows. What does not change from run to run is not written again.
create table open_findings (
  org_id uuid not null references organisations (id),
  workflow_id uuid not null,
  finding_id uuid not null,
  rule_id text not null,
  -- Title of the rule.
  rule text not null,
  platform text not null,
  -- 4: critical, 3: high, 2: medium, 1: low.
  severity smallint not null check (severity between 1 and 4),
  category text not null,
  exception_status text not null,
  -- Time of the first run of the workflow that has it.
  since timestamptz not null,
  primary key (org_id, workflow_id, finding_id)
);

create index open_findings_severity on open_findings (org_id, severity desc, since desc, workflow_id desc, finding_id desc);
create index open_findings_rule
  on open_findings (org_id, rule_id, severity desc, since desc, workflow_id desc, finding_id desc);

grant select, insert, update, delete on workflows, open_findings to flowarden_app;
select tenant_wall('workflows');
select tenant_wall('open_findings');

-- Id of a workflow: a file in its scope, the repository, else the solution. No two organisations have the same.
create function workflow_id_of(org_id uuid, platform text, scope text, filename text) returns uuid
language sql stable parallel safe
return encode(substring(
  sha256(convert_to(jsonb_build_array(org_id, platform, scope, filename)::text, 'UTF8')) from 1 for 16), 'hex')::uuid;

create function severity_rank(severity text) returns smallint
language sql immutable strict parallel safe
return case severity when 'critical' then 4 when 'high' then 3 when 'medium' then 2 else 1 end::smallint;
