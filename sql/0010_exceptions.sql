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
  -- A column, as Postgres knows how many rows have it: it takes `like '%*%'` for what fits all of them.
  is_pattern boolean not null generated always as (file_name like '%*%') stored,
  -- True: `file_name` also fits the base name of a file.
  by_base_name boolean not null default true,
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

-- Lookup of a run: exceptions for its file, and for many files.
create index exceptions_of_file on exceptions (org_id, file_name, id desc);
create index exceptions_of_files on exceptions (org_id, id desc) where is_pattern;
create index exceptions_in_force on exceptions (org_id, file_name, expires_at) where decision = 'approved';
create index exceptions_in_force_of_files on exceptions (org_id, expires_at) where decision = 'approved' and is_pattern;
create index exceptions_live on exceptions (org_id, expires_at) where decision in ('pending', 'approved');
-- What the daily scan looks up.
create index exceptions_to_announce on exceptions (expires_at) where decision = 'approved' and announced_at is null;

grant select, insert on exceptions to flowarden_app;
grant update (decision, decided_at, decided_by_id, decided_by_name, decision_note, revoked_at, revoked_by_id,
              revoked_by_name, revocation_note) on exceptions to flowarden_app;
select tenant_wall('exceptions');
