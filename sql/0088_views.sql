-- Saved views: filters of a screen under a name, of one person or key, or of a team.
create table views (
  org_id uuid not null references organisations (id),
  id uuid not null,
  -- Whose it is: a team, or the stable id of a person or key.
  team_id uuid,
  owner_id text,
  name text not null,
  screen text not null,
  -- Query of the address, without a question mark.
  query text not null,
  created_by_name text not null,
  created_at timestamptz not null default now(),
  primary key (org_id, id),
  check ((team_id is null) <> (owner_id is null)),
  foreign key (org_id, team_id) references teams (org_id, id) on delete cascade
);
create index views_owner on views (org_id, owner_id) where owner_id is not null;
create index views_team on views (org_id, team_id) where team_id is not null;

grant select, insert, delete on views to flowarden_app;
select tenant_wall('views');
