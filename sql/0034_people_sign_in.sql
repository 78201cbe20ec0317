-- People who sign in at the web app: their accounts and sessions, and the links that let them in.

-- A person, of an organisation or of several: a local one, whose subject is the id, or one of the identity provider. A transaction
-- sees the account that it names, by its id or its address, or by a session that was presented.
create table accounts (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  -- Comparable. Unique among local people.
  email text,
  name text not null,
  -- A PHC string of argon2id; null: the person has no password.
  password_hash text,
  created_at timestamptz not null default now(),
  unique (issuer, subject)
);

create unique index accounts_addresses on accounts (email) where issuer = 'urn:flowarden:local';

-- A session in one browser.
create table sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- HMAC-SHA-256 of the cookie under the pepper of the installation.
  secret_hash bytea not null unique,
  created_at timestamptz not null,
  -- Written at most once a minute.
  last_seen_at timestamptz not null,
  -- When the person last proved who they are.
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  -- Where it began, for the list that its owner sees.
  address text not null,
  browser text not null,
  -- Organisation → roles, from a claim of the identity provider's token; null: the members of the organisations decide.
  claimed_roles jsonb,
  -- Id of the identity provider's session; null: not sent, or a local person.
  provider_session text,
  -- Sealed: tokens of the identity provider. Null: there are none.
  provider_tokens bytea,
  -- Until when the identity provider's word holds; null: as long as the session.
  provider_until timestamptz
);

create index sessions_accounts on sessions (account_id);
create index sessions_ends on sessions (expires_at);
create index sessions_providers on sessions (provider_session) where provider_session is not null;

grant select, insert, update (email, name, password_hash) on accounts to flowarden_app;
grant select, insert, delete, update (last_seen_at, authenticated_at, expires_at, provider_tokens, provider_until)
  on sessions to flowarden_app;
select tenant_wall('accounts', 'id = nullif(current_setting(''app.account'', true), '''')::uuid');
select tenant_wall('sessions', 'account_id = nullif(current_setting(''app.account'', true), '''')::uuid');

create policy of_presented_session on sessions for select to flowarden_app
  using (secret_hash = decode(nullif(current_setting('app.session', true), ''), 'hex'));
create policy of_provider_session on sessions for select to flowarden_app
  using (provider_session = nullif(current_setting('app.provider_session', true), ''));
create policy of_address on accounts for select to flowarden_app
  using (issuer = 'urn:flowarden:local' and email = nullif(current_setting('app.email', true), ''));
create policy of_presented_session on accounts for select to flowarden_app
  using (id in (
    select account_id from sessions
    where secret_hash = decode(nullif(current_setting('app.session', true), ''), 'hex')
  ));

-- A person finds the organisations that they are a member of.
create policy of_person on organisation_members for select to flowarden_app
  using (
    issuer = nullif(current_setting('app.issuer', true), '')
    and subject = nullif(current_setting('app.subject', true), '')
  );
create policy of_person on organisations for select to flowarden_app
  using (id in (
    select org_id from organisation_members
    where issuer = nullif(current_setting('app.issuer', true), '')
      and subject = nullif(current_setting('app.subject', true), '')
  ));

-- Links of the operator: each lets one person in, once. A transaction sees the one that was presented.
create table sign_in_links (
  -- Where a new person becomes an admin.
  org_id uuid not null references organisations (id),
  token_hash bytea not null unique,
  -- Whom it lets in; null: a new person.
  account_id uuid references accounts (id) on delete cascade,
  -- Address of the new person; null: they choose one.
  email text,
  -- Made by a start, whose next one replaces it.
  made_at_start boolean not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  primary key (org_id, token_hash)
);

grant select, delete on sign_in_links to flowarden_app;
select tenant_wall(
  'sign_in_links',
  'token_hash = decode(nullif(current_setting(''app.sign_in_link'', true), ''''), ''hex'')'
);

-- The open invitation of a member who has not come yet; a new one replaces it.
create table invitations (
  org_id uuid not null,
  member_id uuid not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  primary key (org_id, member_id),
  foreign key (org_id, member_id) references organisation_members (org_id, id) on delete cascade
);

grant select, insert, update, delete on invitations to flowarden_app;
select tenant_wall('invitations');
create policy of_presented_link on invitations for select to flowarden_app
  using (token_hash = decode(nullif(current_setting('app.sign_in_link', true), ''), 'hex'));
