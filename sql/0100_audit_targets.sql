-- Audit targets: systems that the audit log of an organisation is streamed to, and how far each has got.
--
-- The deliveries process sends. It reads the entries of all organisations; the application alone writes them.
create table audit_targets (
  org_id uuid not null references organisations (id),
  id uuid not null,
  name text not null,
  kind text not null check (kind in ('https', 'splunk', 'elastic', 'syslog')),
  format text not null check (format in ('ocsf', 'cef')),
  url text not null,
  -- What the kind needs besides: {index, tokenHeader, authorities}.
  settings jsonb not null default '{}',
  state text not null default 'active' check (state in ('active', 'paused')),
  -- Sealed with AES-256-GCM under a key that this database does not hold, for this address.
  sealed bytea,
  -- Says which credential it is, without the secret.
  credential text,
  credential_set_at timestamptz,
  -- The last entry of the audit log that the target has confirmed.
  sent_sequence bigint not null,
  sent_at timestamptz,
  -- Attempts that failed since the last success, since when, and the reason of the last one.
  failures integer not null default 0,
  failing_since timestamptz,
  problem text,
  -- When it was reported that it fails for long.
  reported_at timestamptz,
  -- A test that has not been sent yet; when the last one was, and what went wrong.
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
  unique (org_id, name)
);
create index audit_targets_due on audit_targets (due_at);

-- The application hands credentials over, and cannot read them back.
grant select (org_id, id, name, kind, format, url, settings, state, credential, credential_set_at, sent_sequence, sent_at,
    failures, failing_since, problem, test_requested_at, tested_at, test_problem, due_at, version, created_at, created_by_name,
    updated_at),
  insert,
  update (name, state, sealed, credential, credential_set_at, sent_sequence, failures, failing_since, problem,
    test_requested_at, tested_at, test_problem, due_at, version, updated_at),
  delete
  on audit_targets to flowarden_app;
select tenant_wall('audit_targets');

grant select on audit_targets to flowarden_deliveries;
grant update (sent_sequence, sent_at, failures, failing_since, problem, reported_at, test_requested_at, tested_at, test_problem, due_at,
    leased_until, holder)
  on audit_targets to flowarden_deliveries;
create policy of_deliveries on audit_targets to flowarden_deliveries using (true);

grant select on audit_entries, audit_heads to flowarden_deliveries;
create policy of_audit_targets on audit_entries for select to flowarden_deliveries using (true);
create policy of_audit_targets on audit_heads for select to flowarden_deliveries using (true);
