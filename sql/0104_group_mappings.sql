-- Mappings of groups of the identity provider to roles and teams of an organisation, and what groups gave to members.
create table group_mappings (
  org_id uuid not null references organisations (id),
  id uuid not null,
  -- The provider whose groups it is about: a group of this name elsewhere gives nothing.
  issuer text not null,
  -- As mappings spell it: `/a/*` means the groups below `/a`, `*` everyone to whom no other mapping of a group gives a role.
  group_name text not null,
  -- Null: it gives teams alone.
  role text check (role in ('viewer', 'auditor', 'developer', 'approver', 'admin')),
  teams_only boolean not null default false,
  version integer not null default 1,
  created_at timestamptz not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, issuer, group_name)
);
create index group_mappings_groups on group_mappings (issuer, group_name);

create table group_mapping_teams (
  org_id uuid not null,
  mapping_id uuid not null,
  team_id uuid not null,
  primary key (org_id, mapping_id, team_id),
  foreign key (org_id, mapping_id) references group_mappings (org_id, id) on delete cascade,
  foreign key (org_id, team_id) references teams (org_id, id) on delete cascade
);
create index group_mapping_teams_team on group_mapping_teams (org_id, team_id);

-- People whose membership ended with their groups, with the time of the token that said so: an older token brings it not back.
create table group_departures (
  org_id uuid not null references organisations (id),
  issuer text not null,
  subject text not null,
  token_at timestamptz not null,
  primary key (org_id, issuer, subject)
);

alter table organisation_members
  -- Groups of the last token that mappings of the organisation name; when it was issued, and how it came.
  add column groups text[] not null default '{}',
  add column groups_at timestamptz,
  add column groups_by text check (groups_by in ('sign_in', 'token')),
  -- Role that groups give; null: the role is given by hand.
  add column group_role text,
  -- What was given by hand while groups give a role; null: they came by groups alone, and leave with them.
  add column hand_role text,
  add column hand_teams_only boolean;
-- Of those that groups gave. A membership by hand stays when groups go.
alter table team_members add column by_groups boolean not null default false;

-- Groups of the last token of the person, and what each organisation gave for them; null: none have come.
alter table accounts add column groups jsonb;
grant update (groups) on accounts to flowarden_app;

grant select, insert, delete, update (role, teams_only, version, updated_at) on group_mappings to flowarden_app;
grant select, insert, delete on group_mapping_teams to flowarden_app;
grant select, insert, delete, update (token_at) on group_departures to flowarden_app;
select tenant_wall(walled::regclass) from unnest(array['group_mappings', 'group_mapping_teams', 'group_departures']) as walled;

-- A person who signs in finds the organisations that have mapped one of their groups.
create policy of_person on group_mappings for select to flowarden_app
  using (
    issuer = nullif(current_setting('app.issuer', true), '')
    and group_name in (select jsonb_array_elements_text(nullif(current_setting('app.groups', true), '')::jsonb))
  );
