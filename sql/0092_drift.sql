-- Drift: what the statements about it and narrowed callers need.

-- 0089 has it; a database that ran an earlier text of that file has not.
create unique index if not exists source_links_confirmed on source_links (org_id, source_id, coalesce(artefact_id::text, ''), coalesce(prefix, ''))
  where state = 'confirmed';

-- Narrowed callers see the artefacts that are linked to repositories of their teams, and of their source the name.
select team_wall('source_links', 'repository in (select name from public.repositories)');
select team_wall('source_artefacts', 'exists (
  select from public.source_links as link
  where link.org_id = source_artefacts.org_id and link.source_id = source_artefacts.source_id and link.state = ''confirmed''
    and (link.artefact_id = source_artefacts.id or starts_with(source_artefacts.path, link.prefix)))');
select team_wall('source_files', 'exists (
  select from public.source_artefacts as artefact
  where artefact.org_id = source_files.org_id and artefact.id = source_files.artefact_id)');
grant select (org_id, id, kind, name) on sources to flowarden_team;
create policy of_team on sources for select to flowarden_team
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid and exists (
    select from public.source_links as link
    where link.org_id = sources.org_id and link.source_id = sources.id and link.state = 'confirmed'));
