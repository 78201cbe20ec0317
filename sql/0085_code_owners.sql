-- CODEOWNERS files that pipelines have sent. Of a repository there is at most one in force and one that is proposed.
create table code_owners (
  org_id uuid not null references organisations (id),
  -- A new one for each content, so that a confirmation is of what was seen.
  id uuid not null,
  repository text not null,
  -- False: only a proposal.
  is_in_force boolean not null,
  grammar text not null check (grammar in ('github', 'gitlab')),
  -- Where it stands in the repository.
  path text not null,
  branch text,
  -- Whether an identity token has proven the repository and a default branch.
  is_proven boolean not null,
  content bytea not null,
  pattern_count integer not null,
  sent_by_name text not null,
  sent_at timestamptz not null default now(),
  -- The admin who has put it in force; null: none.
  confirmed_by_name text,
  primary key (org_id, id),
  unique (org_id, repository, is_in_force)
);

grant select, insert, update, delete on code_owners to flowarden_app;
select tenant_wall('code_owners');

-- Organisations without patterns and without such files have nothing to assign.
create or replace function assign_owners_later() returns trigger
language plpgsql as $$
declare
  organisation uuid;
begin
  for organisation in
    select distinct org_id from added
    where exists (select from public.team_patterns where team_patterns.org_id = added.org_id)
      or exists (select from public.code_owners where code_owners.org_id = added.org_id and is_in_force)
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
