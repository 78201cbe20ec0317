-- What a run is compared with: an earlier run of the same file, or of the same archive, in the same scope.

-- A hash of what a run has in common with its predecessor, as names and branches may be too long for an index.
-- `kind` is the platform of a file, or `project`; `scope` the repository, else the solution; `branch` has no `refs/heads/`.
create function run_key_of(kind text, scope text, name text, branch text) returns bytea
language sql stable parallel safe
return sha256(convert_to(jsonb_build_array(kind, scope, name, branch)::text, 'UTF8'));

-- Running programs take these tables in several orders. A migration that waits for one while it holds another would be
-- ended as a deadlock: it gives all of them back instead, before Postgres looks for deadlocks, and tries again.
do $$
begin
  set local lock_timeout = '200ms';
  loop
    begin
      lock table organisation_settings, exceptions, projects, validations in access exclusive mode;
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
  set local lock_timeout = 0;
end
$$;

alter table validations
  add column run_key bytea,
  -- False: `filename` is the base name alone, as it was stored before paths were.
  add column has_path boolean not null default false;

-- Files of projects were always stored with their path.
update validations set
  run_key = run_key_of(platform, coalesce(pipeline ->> 'repository', pipeline ->> 'solutionName'), filename,
                       regexp_replace(branch, '^refs/heads/', '')),
  has_path = filename like '%/%';

drop index validations_previous;
-- Completed validations have a time. The condition is not that of the feed's index: Postgres would take that one for a
-- month whose rows it does not know yet, and walk through all runs of the organisation.
create index validations_predecessor on validations (org_id, run_key, has_path, validated_at desc, id desc)
  where validated_at is not null;

alter table projects add column run_key bytea;

update projects set
  run_key = run_key_of('project', coalesce(pipeline ->> 'repository', pipeline ->> 'solutionName'), filename,
                       regexp_replace(branch, '^refs/heads/', ''));

drop index projects_previous;
create index projects_predecessor on projects (org_id, run_key, completed_at desc, id desc) where status = 'completed';

alter table exceptions
  -- True: `file_name` also fits the base name of a file, as it did before paths were stored.
  add column by_base_name boolean not null default true;

alter table organisation_settings
  -- Names of branches, an array; null: the default.
  add column default_branches jsonb check (jsonb_typeof(default_branches) = 'array');
