-- Which jobs processes live, so that the jobs of one that died are given to another within seconds instead of hours.
-- Only the owner's connection uses it.
create table job_processes (
  -- What graphile-worker writes into `locked_by` for this process.
  pool_id text primary key,
  -- Machine and process: a process of this machine can be seen to be dead without waiting for its silence.
  host text not null,
  pid integer not null,
  -- Tells the process from a later one with the same number.
  process_started text not null,
  beaten_at timestamptz not null default now()
);
