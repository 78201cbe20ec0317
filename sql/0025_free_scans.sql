-- Reports of the free scanner. They belong to no organisation, but to whoever has the token: the application sees the
-- report whose token, or whose content, the transaction has named, and no other.

create table free_scans (
  -- SHA-256 of the share token: who reads this table can open no report with it.
  token_hash bytea primary key,
  -- SHA-256 of everything that the analysis depends on: the content, its name, the version of the program.
  -- Null: a rule was stopped, so the next analysis might say more.
  content_key bytea,
  platform text not null,
  filename text not null,
  score integer not null check (score between 1 and 100),
  critical_count integer not null,
  high_count integer not null,
  medium_count integer not null,
  low_count integer not null,
  total_count integer not null,
  -- [{severity, category, rule, location, description}], the most severe first. The file itself is not kept.
  findings jsonb not null,
  validated_at timestamptz not null default now()
);
create index free_scans_content on free_scans (content_key, validated_at desc);
create index free_scans_age on free_scans (validated_at);

grant select, insert on free_scans to flowarden_app;

alter table free_scans enable row level security;
alter table free_scans force row level security;
create policy of_presented_scan on free_scans for select to flowarden_app
  using (nullif(current_setting('app.scan', true), '') in (encode(token_hash, 'hex'), encode(content_key, 'hex')));
create policy of_anybody on free_scans for insert to flowarden_app with check (true);
create policy of_owner on free_scans to current_user using (true);
