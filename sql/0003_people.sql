-- The people of an organisation and their roles, where the identity provider's tokens do not have them.
create table organisation_members (
  org_id uuid not null references organisations (id),
  id uuid not null,
  role text not null check (role in ('viewer', 'auditor', 'developer', 'approver', 'admin')),
  -- Subject of the tokens; null until an invitation by e-mail is accepted.
  issuer text,
  subject text,
  -- In lower case: the address of the invitation, later the address in the tokens.
  email text,
  -- The address under which the member joined, which no later token changes: people cannot approve their own request by giving
  -- themselves another address at the identity provider.
  joined_email text,
  name text,
  -- Time of the first token; null: the member has not signed in yet.
  joined_at timestamptz,
  last_seen_at timestamptz,
  created_at timestamptz not null default now(),
  created_by_name text not null,
  primary key (org_id, id),
  unique (org_id, issuer, subject),
  check (num_nulls(issuer, subject) in (0, 2)),
  check (num_nonnulls(subject, email) > 0)
);

create unique index organisation_members_invited on organisation_members (org_id, email) where subject is null;

grant select, insert, update, delete on organisation_members to flowarden_app;
select tenant_wall('organisation_members');
