-- The feed: every run in the order of its submission. A project is one entry, and its files are none.

-- The project that it is a file of; null: it was submitted by itself.
alter table validations add column project_id uuid;
-- Whether there is none, for the indexes of filters: see the index of the whole feed.
alter table validations add column is_alone boolean not null default true;
-- The value in `diff`: row-level security lets no index use an expression over JSON. Null: no result, or a run before this migration.
alter table validations add column is_regression boolean;
alter table projects add column is_regression boolean;
-- Files of a completed project by their outcome; null: it has none yet, or is older than this migration.
alter table projects add column failed_count integer;
alter table projects add column skipped_count integer;

-- What happened to entries of the feed and to exceptions, for an hour: each core reads on from the last key that it knows.
create table feed_changes (
  org_id uuid not null references organisations (id),
  at timestamptz not null default clock_timestamp(),
  number bigint not null generated always as identity,
  kind text not null check (kind in ('file', 'project', 'exception')),
  subject_id uuid not null,
  change text not null check (change in ('queued', 'started', 'ended', 'requested', 'decided')),
  primary key (org_id, at, number)
);

grant select, insert on feed_changes to flowarden_app;
select tenant_wall('feed_changes');

-- Triggers, as a run changes in many places, and none of them may be forgotten.
create function record_run_change() returns trigger
language plpgsql as $$
begin
  insert into public.feed_changes (org_id, kind, subject_id, change)
  values (
    new.org_id, tg_argv[0], new.id,
    case new.status when 'queued' then 'queued' when 'running' then 'started' else 'ended' end
  );
  return null;
end
$$;

create function record_exception_change() returns trigger
language plpgsql as $$
begin
  insert into public.feed_changes (org_id, kind, subject_id, change) values (new.org_id, 'exception', new.id, tg_argv[0]);
  return null;
end
$$;

create trigger feed_inserted after insert on validations for each row
  when (new.project_id is null) execute function record_run_change('file');
create trigger feed_updated after update of status on validations for each row
  when (new.project_id is null and old.status is distinct from new.status) execute function record_run_change('file');
create trigger feed_inserted after insert on projects for each row execute function record_run_change('project');
create trigger feed_updated after update of status on projects for each row
  when (old.status is distinct from new.status) execute function record_run_change('project');
create trigger feed_inserted after insert on exceptions for each row
  execute function record_exception_change('requested');
create trigger feed_updated after update of decision on exceptions for each row
  when (old.decision is distinct from new.decision) execute function record_exception_change('decided');
