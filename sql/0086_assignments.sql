-- Assignments of findings: who works on one, and until when.
create table assignments (
  org_id uuid not null references organisations (id),
  workflow_id uuid not null,
  -- The identity of the finding in its workflow, the same in new runs.
  finding_id uuid not null,
  -- Who works on it: a team, a member or none. One that leaves is forgotten; date and comment stay.
  team_id uuid,
  member_id uuid,
  due_at timestamptz,
  comment text,
  assigned_by_name text not null,
  assigned_at timestamptz not null default now(),
  primary key (org_id, workflow_id, finding_id),
  check (team_id is null or member_id is null),
  foreign key (org_id, workflow_id) references workflows (org_id, id) on delete cascade,
  foreign key (org_id, team_id) references teams (org_id, id) on delete set null (team_id),
  foreign key (org_id, member_id) references organisation_members (org_id, id) on delete set null (member_id)
);
create index assignments_team on assignments (org_id, team_id) where team_id is not null;
create index assignments_member on assignments (org_id, member_id) where member_id is not null;

grant select, insert, update, delete on assignments to flowarden_app;
select tenant_wall('assignments');
select team_wall('assignments', 'exists (
  select from public.workflows where workflows.org_id = assignments.org_id and workflows.id = workflow_id)');
