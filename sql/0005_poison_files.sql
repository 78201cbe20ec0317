-- Files that end the process that analyses them. A content belongs to nobody: its hash is all that is kept.

-- What the cores analyse at this moment, for files that take more than a moment. Unlogged: quick to write, and nothing
-- is lost when Postgres crashes, as no analysis outlives that either.
create unlogged table running_analyses (
  id uuid primary key,
  content_sha256 bytea not null,
  engine_version text not null,
  -- The core, told apart from a later process with the same number.
  host text not null,
  pid integer not null,
  process_started text not null,
  begun_at timestamptz not null default now()
);

-- Contents that ran when a core died, and how often that was in a row. Another version of the program begins anew.
create table poison_files (
  content_sha256 bytea not null,
  engine_version text not null,
  deaths integer not null,
  last_death_at timestamptz not null default now(),
  primary key (content_sha256, engine_version)
);

grant select, insert, delete on running_analyses to flowarden_app;
grant select, insert, update, delete on poison_files to flowarden_app;
