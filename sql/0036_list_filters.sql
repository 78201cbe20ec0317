-- What lists of validations and projects are filtered by and few rows may match. Columns, as row-level security lets no
-- index use an expression over JSON.

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

alter table validations add column repository text;
update validations set repository = pipeline ->> 'repository' where pipeline ->> 'repository' is not null;
-- Not the condition of the feed's index: for a month that it knows nothing of Postgres would take that one.
create index validations_repository on validations (org_id, repository, validated_at desc, id desc)
  where validated_at is not null and repository is not null;
create index validations_filename on validations (org_id, filename, validated_at desc, id desc)
  where validated_at is not null;

alter table projects add column repository text;
update projects set repository = pipeline ->> 'repository' where pipeline ->> 'repository' is not null;
create index projects_repository on projects (org_id, repository, id desc) where repository is not null;
create index projects_filename on projects (org_id, filename, id desc);
create index projects_label on projects (org_id, label, id desc) where label is not null;
create index projects_failed on projects (org_id, id desc) where status = 'failed';
