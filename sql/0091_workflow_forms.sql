-- Forms: digests of files without what designers change by themselves. Which of them the repositories of the organisation have
-- approved says whether what runs in a tenant is what was reviewed.

-- Of the run's file; null: it has none, or ran before forms were.
alter table validations
  add column form bytea,
  -- Digest of what belongs to the environment.
  add column connections bytea,
  add column form_version smallint,
  -- Forms of the parts of a release.
  add column part_forms bytea[];

-- Forms that runs of a repository's file have had: of each, the newest run on a default branch that proved it, the newest one there
-- that did not, and the newest one elsewhere. They go with the workflow.
create table workflow_forms (
  org_id uuid not null references organisations (id),
  workflow_id uuid not null,
  form bytea not null,
  on_default_branch boolean not null,
  -- Whether an identity token has proven repository and branch; only of runs on a default branch.
  is_proven boolean not null,
  form_version smallint not null,
  connections bytea,
  content_sha256 bytea not null,
  would_block boolean not null,
  branch text,
  commit_hash text,
  -- The run. A UUIDv7, so it sorts by submission.
  validation_id uuid not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (org_id, workflow_id, form, on_default_branch, is_proven),
  foreign key (org_id, workflow_id) references workflows (org_id, id) on delete cascade
  -- Most runs change rows that are there, in place.
) with (fillfactor = 80);

create index workflow_forms_form on workflow_forms (org_id, form);

grant select, insert, update, delete on workflow_forms to flowarden_app;
select tenant_wall('workflow_forms');
select team_wall('workflow_forms', 'exists (
  select from public.workflows where workflows.org_id = workflow_forms.org_id and workflows.id = workflow_forms.workflow_id)');

-- Whether only proven runs approve what is in a tenant. Null: yes, once the organisation has a trust policy.
alter table organisation_settings add column approval_needs_proof boolean;
-- Narrowed callers see whether there is one.
grant select (org_id) on trust_policies to flowarden_team;
create policy of_team on trust_policies for select to flowarden_team
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
