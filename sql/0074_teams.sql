-- Teams of members, and the patterns of what they own.
create table teams (
  org_id uuid not null references organisations (id),
  id uuid not null,
  name text not null,
  description text,
  -- Names by which CODEOWNERS files mean it, in lower case.
  handles text[] not null default '{}',
  created_by_name text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (org_id, id),
  unique (org_id, name)
);

-- One who leaves the organisation leaves its teams.
create table team_members (
  org_id uuid not null,
  team_id uuid not null,
  member_id uuid not null,
  primary key (org_id, team_id, member_id),
  foreign key (org_id, team_id) references teams (org_id, id) on delete cascade,
  foreign key (org_id, member_id) references organisation_members (org_id, id) on delete cascade
);
create index team_members_member on team_members (org_id, member_id, team_id);

create table team_patterns (
  org_id uuid not null,
  team_id uuid not null,
  -- The order of all patterns of the organisation: of those that match, the last one wins.
  number bigint not null generated always as identity,
  repository text not null,
  is_glob boolean not null generated always as (position('*' in repository) > 0) stored,
  -- In the grammar of CODEOWNERS; null: the whole repository.
  path text,
  primary key (org_id, number),
  foreign key (org_id, team_id) references teams (org_id, id) on delete cascade
);
create index team_patterns_repository on team_patterns (org_id, repository, number);
create index team_patterns_team on team_patterns (org_id, team_id, number);
create index team_patterns_globs on team_patterns (org_id, number) where is_glob;

grant select, insert, update, delete on teams to flowarden_app;
grant select, insert, delete on team_members, team_patterns to flowarden_app;
select tenant_wall('teams');
select tenant_wall('team_members');
select tenant_wall('team_patterns');
