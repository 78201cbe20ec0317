-- Schedule of a source: every so many minutes, or every day at a time. The program sets one of them at most.
alter table sources
  -- UTC, as `02:30`; null: it is not pulled every day at a time.
  add column daily_at text check (daily_at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$');

-- The process that pulls starts what is due, and deletes the rounds of before.
grant delete on source_pulls to flowarden_pulls;
