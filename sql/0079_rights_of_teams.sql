-- Callers whose rights are narrowed to teams. Their transactions run as `flowarden_team`, which may only read, and sees what the
-- teams in the setting `app.teams` own: a table that no `team_wall` names does not exist for it.
do $$
declare
  account regrole;
begin
  if not exists (select from pg_roles where rolname = 'flowarden_team') then
    begin
      create role flowarden_team nologin;
    exception
      when duplicate_object or unique_violation then null;
    end;
  end if;
  -- Accounts of the application may become it. Where another account made the role, an administrator grants it; until then
  -- narrowed callers are rejected.
  for account in
    select oid::regrole from pg_roles where rolname = current_user union select member::regrole from pg_auth_members where roleid = 'flowarden_app'::regrole
  loop
    continue when (select rolsuper from pg_roles where oid = account) or exists (
      select from pg_auth_members as held
      where roleid = 'flowarden_team'::regrole and held.member = account
        -- Since Postgres 16 who makes a role is a member that may not become it.
        and coalesce((to_jsonb(held) ->> 'set_option')::boolean, true));
    begin
      execute format('grant flowarden_team to %s', account);
    exception
      when insufficient_privilege then raise warning 'Grant flowarden_team to %.', account;
    end;
  end loop;
  grant usage on schema public to flowarden_team;
end
$$;

-- Null: the rights are those of the whole organisation.
alter table api_keys add column team_id uuid;
alter table organisation_members add column teams_only boolean not null default false;

-- Repositories that runs have named.
create table repositories (
  org_id uuid not null references organisations (id),
  name text not null,
  -- The team that owns it as a whole; null: none does, or several share it.
  team_id uuid,
  -- Whether the team is known: it is found once the run has ended its transaction.
  is_settled boolean not null default false,
  primary key (org_id, name)
);
create index repositories_unsettled on repositories (org_id) where not is_settled;
create index repositories_team on repositories (org_id, team_id, name) where team_id is not null;
grant select, insert, update on repositories to flowarden_app;
select tenant_wall('repositories');

-- The teams that own these repositories as a whole: a team's pattern wins for every path. Only admins write patterns, so what a run
-- says of itself gives no rights. One that names the repository counts more than one with `*`; among equals the last one wins.
create function repository_teams(org uuid, names text[]) returns table (name text, team_id uuid)
language sql stable
begin atomic
  with globs as materialized (
    select team_patterns.team_id, path, number,
      replace(replace(replace(replace(repository, '\', '\\'), '%', '\%'), '_', '\_'), '*', '%') as pattern
    from team_patterns where org_id = org and is_glob
  ), matching as (
    select wanted.name, team_patterns.team_id, path, is_glob, number
    from unnest(names) as wanted (name)
    join team_patterns on org_id = org and repository = wanted.name and not is_glob
    union all
    select wanted.name, globs.team_id, path, true, number
    from unnest(names) as wanted (name) join globs on wanted.name like pattern
  ), deciding as (
    select matching.name, matching.team_id, path,
      coalesce(bool_or(path is null) over (
        partition by matching.name order by is_glob, number desc rows between unbounded preceding and 1 preceding
      ), false) as is_beaten
    from matching
  )
  select deciding.name,
    case when bool_or(path is null) and count(distinct deciding.team_id) = 1 then min(deciding.team_id::text)::uuid end
  from deciding where not is_beaten group by deciding.name;
end;

-- Finds the teams of repositories of an organisation: of all, or of those whose team is not known yet.
create function settle_repositories(org uuid, is_for_all boolean) returns void
language sql volatile
begin atomic
  with wanted as materialized (
    select name from repositories where org_id = org and (is_for_all or not is_settled)
  ), found as materialized (
    select wanted.name, owned.team_id
    from wanted left join repository_teams(org, array(select name from wanted)) as owned on owned.name = wanted.name
  )
  update repositories set team_id = found.team_id, is_settled = true from found
  where repositories.org_id = org and repositories.name = found.name
    and (not is_settled or repositories.team_id is distinct from found.team_id);
end;

-- A trigger, as runs come in many places. The job finds the team, as it can wait for a change of the patterns.
create function note_repositories() returns trigger
language plpgsql as $$
declare
  organisation uuid;
begin
  for organisation in
    with noted as (
      insert into public.repositories (org_id, name)
      select distinct org_id, repository from added
      where repository is not null
        and not exists (select from public.repositories as known where known.org_id = added.org_id and known.name = added.repository)
      order by org_id, repository
      on conflict do nothing
      returning org_id
    )
    select distinct org_id from noted
    where exists (select from public.team_patterns where team_patterns.org_id = noted.org_id)
  loop
    perform public.add_jobs('assign-owners', json_build_array(json_build_object(
      'payload', json_build_object('orgId', organisation),
      'jobKey', 'assign-owners ' || organisation,
      'maxAttempts', 25
    )));
  end loop;
  return null;
end
$$;

create trigger note_repositories after insert on validations referencing new table as added
  for each statement execute function note_repositories();
create trigger note_repositories after insert on projects referencing new table as added
  for each statement execute function note_repositories();

insert into repositories (org_id, name)
select org_id, repository from validations where repository is not null
union
select org_id, repository from projects where repository is not null;
select settle_repositories(id, true) from organisations;

-- Shows narrowed callers rows of their organisation, and of these the ones with this condition.
create function team_wall(walled regclass, condition text default 'true') returns void
language plpgsql as $$
begin
  execute format('grant select on %s to flowarden_team', walled);
  execute format(
    'create policy of_team on %s for select to flowarden_team
     using (org_id = nullif(current_setting(''app.org_id'', true), '''')::uuid and (%s))',
    walled, condition);
end
$$;
revoke all on function team_wall(regclass, text) from public;

select team_wall('repositories', 'team_id = any (nullif(current_setting(''app.teams'', true), '''')::uuid[])');
select team_wall(walled::regclass, 'repository in (select name from public.repositories)')
from unnest(array['validations', 'projects', 'workflows']) as walled;
-- Runs of one pipeline that name no commit may be of several repositories.
select team_wall('changes', 'repository in (select name from public.repositories) and kind <> ''pipeline''');
-- Those for all repositories hold for those of the team.
select team_wall('exceptions', 'repository = ''*'' or repository in (select name from public.repositories)');
select team_wall('change_runs', 'exists (
  select from public.changes where changes.org_id = change_runs.org_id and changes.id = change_id)');
select team_wall('project_items', 'exists (
  select from public.projects where projects.org_id = project_items.org_id and projects.id = project_id)');
select team_wall(walled::regclass, format('exists (
  select from public.workflows where workflows.org_id = %1$I.org_id and workflows.id = %1$I.workflow_id)', walled))
from unnest(array['open_findings', 'channel_ends']) as walled;
select team_wall('channels', 'exists (
  select from public.channel_ends as ends
  where ends.org_id = channels.org_id and ends.kind = channels.kind and ends.platform = channels.platform
    and ends.key = channels.key)');
select team_wall('feed_changes', 'case kind
  when ''file'' then exists (
    select from public.validations where validations.org_id = feed_changes.org_id and validations.id = subject_id)
  when ''project'' then exists (
    select from public.projects where projects.org_id = feed_changes.org_id and projects.id = subject_id)
  else exists (
    select from public.exceptions where exceptions.org_id = feed_changes.org_id and exceptions.id = subject_id)
  end');
select team_wall('teams', 'id = any (nullif(current_setting(''app.teams'', true), '''')::uuid[])');
select team_wall(walled::regclass, 'team_id = any (nullif(current_setting(''app.teams'', true), '''')::uuid[])')
from unnest(array['team_members', 'team_patterns']) as walled;
select team_wall('organisation_members', 'exists (
  select from public.team_members as belonging where belonging.org_id = organisation_members.org_id and belonging.member_id = organisation_members.id)');
-- Settings, policies and contents: the first two are of no repository, the last are found by what a run names.
select team_wall(walled::regclass)
from unnest(array[
  'organisation_settings', 'environments', 'policy_assignments', 'policy_keys', 'policy_packs', 'policy_pack_versions',
  'outlines', 'packed_results', 'blobs', 'blob_chunks'
]) as walled;
grant select on organisations, rule_arrivals to flowarden_team;
create policy of_team on organisations for select to flowarden_team
  using (id = nullif(current_setting('app.org_id', true), '')::uuid);
