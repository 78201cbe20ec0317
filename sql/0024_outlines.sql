-- What the pictures of workflows are drawn from: names and structure, no values. Equal outlines of an organisation are one row.
create table outlines (
  org_id uuid not null references organisations (id),
  -- SHA-256 of the content.
  id bytea not null,
  -- Compressed JSON.
  bytes bytea not null,
  -- The day on which a run last had it; it stays as long as that run.
  used_at timestamptz not null default now(),
  primary key (org_id, id)
);
alter table outlines alter column bytes set storage external;
create index outlines_age on outlines (used_at);
grant select, insert, update (used_at) on outlines to flowarden_app;
select tenant_wall('outlines');

-- Null: a run before this migration, or of an organisation that stores no outlines.
alter table validations add column outline_id bytea;
-- Null: the default.
alter table organisation_settings add column keep_outlines boolean;

-- A scan belongs to the holder of its token, who may delete it.
alter table free_scans add column outline bytea;
grant delete on free_scans to flowarden_app;
create policy of_deleted_scan on free_scans for delete to flowarden_app
  using (nullif(current_setting('app.scan', true), '') = encode(token_hash, 'hex'));
