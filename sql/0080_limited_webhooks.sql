-- A webhook can be limited to repositories or to a team.
alter table webhooks
  -- Name of a repository; `*` stands for any characters. Null: all, and events without one.
  add column repository text,
  -- Only events about the repositories that a pattern of the team names. Null: all. No reference, as older programs delete
  -- teams without a look at webhooks: one whose team is gone receives nothing.
  add column team_id uuid;

-- Returns whether a text matches a glob as a whole: `*` stands for any characters, everything else for itself.
create function matches_glob(glob text, name text) returns boolean
language sql immutable parallel safe
return name like replace(replace(replace(replace(glob, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%');

-- Returns whether a webhook with these limits receives an event about a repository.
create function webhook_receives(org_id uuid, glob text, team_id uuid, repository text) returns boolean
language sql stable parallel safe
return (glob is null or coalesce(matches_glob(glob, repository), false)) and (team_id is null or exists (
  select from team_patterns as pattern
  where pattern.org_id = webhook_receives.org_id and pattern.team_id = webhook_receives.team_id
    and matches_glob(pattern.repository, webhook_receives.repository)
));
