-- The people of an organisation and their roles, where the identity provider's tokens do not say them.
create table organisation_members (
  org_id uuid not null references organisations (id),
  id uuid not null,
  role text not null check (role in ('viewer', 'auditor', 'developer', 'approver', 'admin')),
  -- Whose tokens these are; null until somebody has taken up an invitation by e-mail.
  issuer text,
  subject text,
  -- In lower case: where the invitation went, later what the tokens say.
  email text,
  -- The address under which the member came, which no later token changes: nobody approves their own request by giving
  -- themselves another address at the identity provider.
  joined_email text,
  name text,
  -- Time of the first token; null: nobody has come yet.
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
