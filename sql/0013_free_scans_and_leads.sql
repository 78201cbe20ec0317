-- What belongs to no organisation: reports of the free scanner, and the addresses that were left with it.

-- A report belongs to the holder of its token: the application sees the one whose token the transaction has named. Each scan is
-- analysed separately: a quick answer from another person's report would disclose that they had the file.
create table free_scans (
  -- SHA-256 of the share token: who reads this table can open no report with it.
  token_hash bytea primary key,
  platform text not null,
  filename text not null,
  score integer not null check (score between 1 and 100),
  critical_count integer not null,
  high_count integer not null,
  medium_count integer not null,
  low_count integer not null,
  total_count integer not null,
  -- [{severity, category, rule, location, description}], the most severe first. The file itself is not stored.
  findings jsonb not null,
  validated_at timestamptz not null default now()
);
create index free_scans_age on free_scans (validated_at);

grant select, insert on free_scans to flowarden_app;
alter table free_scans enable row level security;
create policy of_presented_scan on free_scans for select to flowarden_app
  using (nullif(current_setting('app.scan', true), '') = encode(token_hash, 'hex'));
create policy of_anybody on free_scans for insert to flowarden_app with check (true);

-- People who left an address with the free scanner to receive more information. The application sees those of the one address that a transaction
-- names, the operator sees all.
create table leads (
  id uuid primary key,
  -- In small letters.
  email text not null,
  -- Of the scan's share token; null: the address came without a scan.
  token_hash bytea,
  source text,
  created_at timestamptz not null default now(),
  -- The one that the same address and token is again, until a day has passed.
  is_newest boolean not null default true
);
create unique index leads_newest on leads (email, coalesce(token_hash, '')) where is_newest;
create index leads_age on leads (created_at);

grant select, insert, update (is_newest) on leads to flowarden_app;
alter table leads enable row level security;
create policy of_named_address on leads to flowarden_app
  using (email = nullif(current_setting('app.lead', true), ''));
