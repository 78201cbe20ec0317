-- Ticket targets: trackers that get a ticket for each finding that blocks, and the tickets themselves.
--
-- A job of the application writes what each ticket should say; the deliveries process calls the tracker and notes what it says.
create table ticket_targets (
  org_id uuid not null references organisations (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('jira_cloud', 'jira_server', 'servicenow')),
  url text not null,
  -- Key of the project in Jira, table of ServiceNow.
  project text not null,
  state text not null default 'active' check (state in ('active', 'paused')),
  -- Which findings get a ticket: {leastSeverity, ownerTeamId, environment, repository}.
  policy jsonb not null,
  -- How a ticket is filled: {issueType, priorities, fields, closingFields, closedStatus, reopenedStatus}.
  mapping jsonb not null,
  -- Open tickets that it may have; further findings wait.
  open_max integer not null,
  -- Sealed with AES-256-GCM under a key that this database does not hold, for this address.
  sealed bytea,
  -- Says which credential it is, without the secret.
  credential text,
  credential_set_at timestamptz,
  -- Attempts that failed since the last success, since when, and the reason of the last one.
  failures integer not null default 0,
  failing_since timestamptz,
  problem text,
  -- When it was reported that it fails for long.
  reported_at timestamptz,
  -- A test that has not been made yet; when the last one was, and what went wrong.
  test_requested_at timestamptz,
  tested_at timestamptz,
  test_problem text,
  -- The next attempt; while a process works at it, that one holds it until the lease ends.
  due_at timestamptz not null,
  leased_until timestamptz,
  holder text,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, name),
  -- Two targets of one project would share its tickets.
  unique (org_id, url, project)
);
create index ticket_targets_due on ticket_targets (due_at);

create table tickets (
  org_id uuid not null,
  target_id uuid not null,
  workflow_id uuid not null,
  finding_id uuid not null,
  rule_id text not null,
  -- What the tracker knows the ticket by: a hash of organisation, project, workflow and finding.
  external_id text not null,
  -- State that the ticket should have, and why: the finding is there, fixed, waived, its rule is off, its workflow is gone.
  wanted text not null check (wanted in ('open', 'fixed', 'waived', 'rule_off', 'deleted')),
  -- What the ticket should say: {severity, rule, filename, repository, branch, environment, since, link}.
  content jsonb not null,
  -- State and content that the tracker has confirmed; null: it has no ticket yet.
  confirmed text check (confirmed in ('open', 'fixed', 'waived', 'rule_off', 'deleted')),
  confirmed_content jsonb,
  -- Key and address for people, id for the interface.
  key text,
  url text,
  remote_id text,
  -- When a creation was begun whose answer is not known.
  begun_at timestamptz,
  -- The tracker no longer has it: a person deleted it there.
  is_lost boolean not null default false,
  failures integer not null default 0,
  problem text,
  due_at timestamptz not null,
  primary key (org_id, target_id, workflow_id, finding_id),
  foreign key (org_id, target_id) references ticket_targets (org_id, id) on delete cascade
);
create index tickets_finding on tickets (org_id, workflow_id, finding_id);
create index tickets_key on tickets (org_id, key);
-- Those that differ from what their tracker has confirmed.
create index tickets_due on tickets (org_id, target_id, due_at)
  where not is_lost and (confirmed is distinct from wanted or confirmed_content is distinct from content);

-- The application hands credentials over, and cannot read them back.
grant select (org_id, id, name, kind, url, project, state, policy, mapping, open_max, credential, credential_set_at, failures,
    failing_since, problem, test_requested_at, tested_at, test_problem, due_at, version, created_at, created_by_name, updated_at),
  insert,
  update (name, state, policy, mapping, open_max, sealed, credential, credential_set_at, test_requested_at, tested_at,
    test_problem, due_at, version, updated_at),
  delete
  on ticket_targets to flowarden_app;
grant select, insert, update (rule_id, wanted, content, due_at), delete on tickets to flowarden_app;
select tenant_wall(walled::regclass) from unnest(array['ticket_targets', 'tickets']) as walled;
select team_wall('tickets', 'exists (
  select from public.workflows where workflows.org_id = tickets.org_id and workflows.id = workflow_id)');

grant select on ticket_targets, tickets to flowarden_deliveries;
grant update (failures, failing_since, problem, reported_at, test_requested_at, tested_at, test_problem, due_at, leased_until, holder)
  on ticket_targets to flowarden_deliveries;
grant update (confirmed, confirmed_content, key, url, remote_id, begun_at, is_lost, failures, problem, due_at) on tickets to flowarden_deliveries;
create policy of_deliveries on ticket_targets to flowarden_deliveries using (true);
create policy of_deliveries on tickets to flowarden_deliveries using (true);
