-- Who left an address with the free scanner to hear more. They belong to no organisation: the application sees those of
-- the one address that a transaction names, the operator sees all.

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
alter table leads force row level security;
create policy of_named_address on leads to flowarden_app
  using (email = nullif(current_setting('app.lead', true), ''));
create policy of_owner on leads to current_user using (true);
