-- Files that outlive their request, and files that end the process that analyses them.

-- A file is stored until the work on it is done.
create table blobs (
  org_id uuid not null references organisations (id),
  id uuid not null,
  -- Where the bytes are.
  place text not null check (place in ('postgres', 's3')),
  -- arriving: incomplete, or without a reference yet. `kept`: something refers to it. released: nothing
  -- does any more. A row that refers to a blob is written in the same transaction as its state; the sweep deletes the rest.
  state text not null default 'arriving' check (state in ('arriving', 'kept', 'released')),
  bytes bigint,
  sha256 bytea,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  check (state <> 'kept' or num_nulls(bytes, sha256) = 0)
);
create index blobs_not_kept on blobs (created_at) where state <> 'kept';

-- The bytes of blobs whose place is this database.
create table blob_chunks (
  org_id uuid not null,
  blob_id uuid not null,
  number integer not null,
  content bytea not null,
  primary key (org_id, blob_id, number),
  foreign key (org_id, blob_id) references blobs (org_id, id) on delete cascade
);
-- Workflow archives are compressed already.
alter table blob_chunks alter column content set storage external;

grant select, insert, update, delete on blobs, blob_chunks to flowarden_app;
select tenant_wall('blobs');
select tenant_wall('blob_chunks');

-- Contents that the cores analyse now, for files that take more than a moment. A content has no owner: only its hash is
-- stored. Unlogged: quick to write, and nothing is lost when Postgres crashes, as no analysis outlives that either.
create unlogged table running_analyses (
  id uuid primary key,
  content_sha256 bytea not null,
  engine_version text not null,
  -- The core; distinguishes it from a later process with the same number.
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
