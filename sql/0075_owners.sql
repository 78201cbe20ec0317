-- Who owns a workflow, how critical it is, and how sensitive its data is.
alter table workflows
  -- Null: no team.
  add column owner_team_id uuid,
  -- Whether the owner was set by hand, so that no pattern changes it.
  add column has_set_owner boolean not null default false,
  -- Whether the patterns of the teams were looked at.
  add column is_owner_known boolean not null default false,
  add column criticality text check (criticality in ('low', 'medium', 'high', 'critical')),
  add column data_class text check (data_class in ('public', 'internal', 'confidential', 'restricted'));

create index workflows_owner on workflows (org_id, owner_team_id, score, id) where owner_team_id is not null;
create index workflows_without_owner on workflows (org_id, id) where not is_owner_known;

-- A trigger, as workflows come in many places. Organisations without patterns have nothing to assign.
create function assign_owners_later() returns trigger
language plpgsql as $$
declare
  organisation uuid;
begin
  for organisation in
    select distinct org_id from added
    where exists (select from public.team_patterns where team_patterns.org_id = added.org_id)
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

create trigger assign_owners after insert on workflows referencing new table as added
  for each statement execute function assign_owners_later();
