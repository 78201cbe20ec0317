-- Files that outlive the request that brought them, until somebody has done the work on them.
create table blobs (
  org_id uuid not null references organisations (id),
  id uuid not null,
  -- Where the bytes are.
  place text not null check (place in ('postgres', 's3')),
  -- arriving: not yet whole, or nobody has said yet what it is for. kept: something refers to it. released: nothing
  -- does any more. Whoever makes a thing that refers to a blob says so in the same transaction; the sweep takes the rest.
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

alter table blobs enable row level security;
alter table blobs force row level security;
create policy of_organisation on blobs to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on blobs to current_user using (true);

alter table blob_chunks enable row level security;
alter table blob_chunks force row level security;
create policy of_organisation on blob_chunks to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on blob_chunks to current_user using (true);
