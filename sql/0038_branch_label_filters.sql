-- The other texts that lists of validations and projects are filtered by, where few rows or none may match.

-- Both at once, as in `0035_predecessors.sql`: a migration that waits for one while it holds the other would be ended.
do $$
begin
  set local lock_timeout = '200ms';
  loop
    begin
      lock table projects, validations in access exclusive mode;
      exit;
    exception when lock_not_available then
      perform pg_sleep(0.05);
    end;
  end loop;
  set local lock_timeout = 0;
end
$$;

-- Not the condition of the feed's index: for a month that it knows nothing of Postgres would take that one.
create index validations_branch on validations (org_id, branch, validated_at desc, id desc)
  where validated_at is not null and branch is not null;
create index validations_label on validations (org_id, label, validated_at desc, id desc)
  where validated_at is not null and label is not null;

create index projects_branch on projects (org_id, branch, id desc) where branch is not null;
create index projects_source on projects (org_id, source, id desc) where source is not null;
create index projects_times on projects (org_id, created_at);

-- `passed` is null where the project failed as a whole.
drop index projects_failed;
create index projects_not_passed on projects (org_id, id desc) where not passed or status = 'failed';
