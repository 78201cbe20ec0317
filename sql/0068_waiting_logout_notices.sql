-- Logout notices of the identity provider that failed, until the jobs process has carried them out. They belong to no
-- organisation: the application adds to them and counts them, and reads none.
create table waiting_logout_notices (
  -- SHA-256 of the issuer and the id of the token.
  token_hash bytea primary key,
  account_id uuid,
  provider_session text,
  -- Sessions that began later stay.
  received_at timestamptz not null,
  -- By then every session that it ends has ended by itself.
  expires_at timestamptz not null,
  check (account_id is not null or provider_session is not null)
);
create index waiting_logout_notices_order on waiting_logout_notices (received_at);

grant insert, select (token_hash) on waiting_logout_notices to flowarden_app;
