-- Packs of old results in the bucket: findings, changes and other details of many results of an organisation in one blob.

-- What a blob is a pack of; null: a file. The id of a pack is the hash of its content.
alter table blobs add column packed text check (packed in ('results', 'outlines'));
-- The newest of the results, or the smallest id of the time at which the last of the outlines was used. The pack stays as
-- long as that, regardless of which process deletes the rows.
alter table blobs add column newest_id uuid;
create index blobs_packed on blobs (packed, newest_id) where packed is not null;

-- Pack that has the findings, the changes, and for all but the newest run of a file also inventory, metrics and checked rules.
-- The row has empty lists in their place then, or nothing. Null: they are in the row.
alter table validations add column body_id uuid;
-- What the findings took in the row.
alter table validations add column body_bytes integer;

-- Pack that has the bytes of an outline: the row has none then. Null: they are in the row.
alter table outlines add column pack_id uuid;

-- The last packed result of an organisation.
create table packed_results (
  org_id uuid primary key references organisations (id),
  reached_id uuid not null,
  -- For the metrics: results and bytes so far, and attempts that failed.
  results bigint not null default 0,
  bytes bigint not null default 0,
  failures bigint not null default 0
);
grant select on packed_results to flowarden_app;
select tenant_wall('packed_results');

-- The day of a UUIDv7 in UTC, counted from 1970.
create function uuid_v7_day(id uuid) returns bigint
language sql immutable strict parallel safe
return (('x' || lpad(substr(replace(id::text, '-', ''), 1, 12), 16, '0'))::bit(64)::bigint) / 86400000;
