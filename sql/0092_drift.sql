-- Drift: what the statements about it and narrowed callers need.

-- 0089 has it; a database that ran an earlier text of that file has not.
create unique index if not exists source_links_confirmed on source_links (org_id, source_id, coalesce(artefact_id::text, ''), coalesce(prefix, ''))
  where state = 'confirmed';

-- Narrowed callers see the artefacts that are linked to repositories of their teams, and of their source the name.
select team_wall('source_links', 'repository in (select name from public.repositories)');
-- By the link that counts alone, its own, else that of the longest prefix of its path: by any link, a team would see what a longer
-- prefix gives to another team.
create function linked_repository(source uuid, artefact uuid, artefact_path text) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select repository from public.source_links
  where org_id = nullif(current_setting('app.org_id', true), '')::uuid and source_id = source and state = 'confirmed'
    and (artefact_id = artefact or starts_with(artefact_path, prefix))
  order by artefact_id is null, length(prefix) desc
  limit 1
$$;
revoke all on function linked_repository(uuid, uuid, text) from public;
grant execute on function linked_repository(uuid, uuid, text) to flowarden_team;
select team_wall('source_artefacts', 'linked_repository(source_id, id, path) in (select name from public.repositories)');
select team_wall('source_files', 'exists (
  select from public.source_artefacts as artefact
  where artefact.org_id = source_files.org_id and artefact.id = source_files.artefact_id)');
grant select (org_id, id, kind, name) on sources to flowarden_team;
create policy of_team on sources for select to flowarden_team
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid and exists (
    select from public.source_links as link
    where link.org_id = sources.org_id and link.source_id = sources.id and link.state = 'confirmed'));
