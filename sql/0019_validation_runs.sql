-- Validations that wait, and how their runs went.

alter table validations
  -- The file, until the validation has ended.
  add column blob_id uuid,
  -- Runs whose end the core did not live to see.
  add column lost_runs integer not null default 0,
  -- Why it failed: {code, message, details}.
  add column error jsonb,
  add constraint validations_queued_have_file check (status not in ('queued', 'running') or blob_id is not null),
  add constraint validations_failed_say_why check (status <> 'failed' or error is not null);

create index validations_unended on validations (org_id, id) where status in ('queued', 'running');
