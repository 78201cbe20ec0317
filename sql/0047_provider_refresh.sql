-- Sessions of people of the identity provider are extended by its refresh tokens.

-- A core that refreshes the tokens of a session has until then; the others wait. Null: none does.
alter table sessions add column provider_refresh_until timestamptz;
grant update (provider_refresh_until, claimed_roles) on sessions to flowarden_app;

-- Logout tokens that have ended sessions: each counts once. They have no owner, and the
-- application can only add to them.
create table used_logout_tokens (
  -- SHA-256 of the issuer and the id of the token.
  token_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_logout_tokens_age on used_logout_tokens (expires_at);

grant insert on used_logout_tokens to flowarden_app;
