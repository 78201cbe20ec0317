-- Exceptions: approved, expiring waivers of findings.

create table exceptions (
  org_id uuid not null references organisations (id),
  -- A UUIDv7 of the moment of the request.
  id uuid not null,
  -- What people have decided; that one has expired is a matter of `expires_at`.
  decision text not null check (decision in ('pending', 'approved', 'rejected', 'revoked')),
  rule_id text not null,
  -- A pattern, as `location` is where there is no fingerprint.
  file_name text not null,
  -- The strong fingerprint of the one finding that is meant.
  fingerprint text,
  location text not null,
  -- Null: runs that name none; *: all.
  repository text,
  severity text not null check (severity in ('critical', 'high', 'medium', 'low')),
  reason text not null,
  expires_at timestamptz not null,
  -- The finding that it was requested for, and the validation that has it.
  validation_id uuid,
  finding_id uuid,
  requested_at timestamptz not null,
  requested_by_kind text not null check (requested_by_kind in ('key', 'user')),
  requested_by_id text not null,
  requested_by_name text not null,
  requested_by_email text,
  -- Of an approval or a rejection.
  decided_at timestamptz,
  decided_by_id text,
  decided_by_name text,
  decision_note text,
  revoked_at timestamptz,
  revoked_by_id text,
  revoked_by_name text,
  revocation_note text,
  -- When `exception.expiring_soon` was written, in the transaction of that event.
  announced_at timestamptz,
  primary key (org_id, id),
  check ((decision = 'revoked') = (revoked_at is not null)),
  check (decision not in ('approved', 'rejected') or decided_at is not null)
);

-- What a run looks up: the exceptions of its file, and those of many files.
create index exceptions_of_file on exceptions (org_id, file_name);
create index exceptions_of_files on exceptions (org_id) where file_name like '%*%';
-- What the daily scan looks up.
create index exceptions_to_announce on exceptions (expires_at) where decision = 'approved' and announced_at is null;

grant select, insert on exceptions to flowarden_app;
grant update (decision, decided_at, decided_by_id, decided_by_name, decision_note, revoked_at, revoked_by_id,
              revoked_by_name, revocation_note) on exceptions to flowarden_app;

alter table exceptions enable row level security;
alter table exceptions force row level security;
create policy of_organisation on exceptions to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on exceptions to current_user using (true);

-- Whose hands a key was made by: nobody approves what they requested by another key of theirs.
alter table api_keys
  add column created_by_kind text check (created_by_kind in ('key', 'user', 'operator', 'system')),
  add column created_by_email text;

update api_keys set created_by_kind = actor_kind, created_by_email = actor_email
from audit_entries as made
where made.org_id = api_keys.org_id and made.action = 'api_key.created' and made.target_id = api_keys.id;
