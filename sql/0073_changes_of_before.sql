-- Fills the changes from the runs of before them. What was new in these runs is counted as their differences count it.

create temporary table earlier_runs on commit drop as
select ranked.*, row_number() over (
  partition by org_id, change_id, file_key order by is_canceled, is_proven desc, run_id desc
) = 1 and not is_canceled as is_newest
from (
  select run.*, own.kind as change_kind, case own.kind
    when 'commit' then change_id_of(org_id, 'commit', repository, commit_hash)
    when 'pipeline' then change_id_of(org_id, 'pipeline', '', run_url)
    else run_id
  end as change_id
  from (
    select org_id, id as run_id, 'file' as kind,
      run_key_of(platform, environment, filename,
        case when position('/' in filename) > 0 then null else encode(content_sha256, 'hex') end) as file_key,
      coalesce((pipeline ->> 'isProven')::boolean, false) as is_proven, status, validated_at as ended_at, 1 as file_count,
      repository, lower(nullif(pipeline ->> 'commit', '')) as commit_hash, nullif(pipeline ->> 'workflowRunUrl', '') as run_url,
      passed, would_block_count, diff -> 'counts' as counts, critical_count, high_count, medium_count, low_count,
      status = 'canceled' as is_canceled, created_at
    from validations where project_id is null
    union all
    select org_id, id, 'project', run_key_of('project', environment, filename, null),
      coalesce((pipeline ->> 'isProven')::boolean, false), status, completed_at, file_count,
      repository, lower(nullif(pipeline ->> 'commit', '')), nullif(pipeline ->> 'workflowRunUrl', ''),
      passed, would_block_count, diff -> 'counts', critical_count, high_count, medium_count, low_count, false, created_at
    from projects
  ) as run
  cross join lateral (
    select case
      when repository is not null and commit_hash is not null then 'commit'
      when run_url is not null then 'pipeline'
      else run.kind
    end as kind
  ) as own
) as ranked;

insert into changes (
  org_id, id, kind, repository, commit_hash, newest_run_id, newest_kind, filename, branch, pipeline, source, label, environment,
  owner_name, begun_at, active_at, ended_at, run_count, counted_runs, file_count, open_count, failed_count, blocked_count,
  would_block_count, new_count, resolved_count, critical_count, high_count, medium_count, low_count
)
select sums.org_id, sums.change_id, sums.change_kind, newest.repository, sums.commit_hash, sums.newest_run_id, newest.kind,
  newest.filename, newest.branch, newest.pipeline, newest.source, newest.label, newest.environment, newest.owner_name,
  begun_at, active_at, ended_at, run_count, counted_runs, file_count, open_count, failed_count, blocked_count,
  would_block_count, new_count, resolved_count, critical_count, high_count, medium_count, low_count
from (
  select org_id, change_id, min(change_kind) as change_kind, min(commit_hash) as commit_hash,
    max(run_id::text)::uuid as newest_run_id, min(created_at) as begun_at, max(created_at) as active_at,
    max(ended_at) as ended_at, count(*) as run_count, count(*) filter (where is_newest) as counted_runs,
    coalesce(sum(file_count) filter (where is_newest), 0) as file_count,
    count(*) filter (where is_newest and status in ('queued', 'running')) as open_count,
    count(*) filter (where is_newest and status = 'failed') as failed_count,
    count(*) filter (where is_newest and status = 'completed' and not passed) as blocked_count,
    coalesce(sum(would_block_count) filter (where is_newest), 0) as would_block_count,
    coalesce(sum((counts ->> 'new')::integer) filter (where is_newest), 0) as new_count,
    coalesce(sum((counts ->> 'resolved')::integer) filter (where is_newest), 0) as resolved_count,
    coalesce(sum(critical_count) filter (where is_newest), 0) as critical_count,
    coalesce(sum(high_count) filter (where is_newest), 0) as high_count,
    coalesce(sum(medium_count) filter (where is_newest), 0) as medium_count,
    coalesce(sum(low_count) filter (where is_newest), 0) as low_count
  from earlier_runs group by org_id, change_id
) as sums
join (
  select org_id, id, 'file' as kind, repository, filename, branch, source, label, environment, owner_name,
    jsonb_strip_nulls(pipeline) - array['repository', 'branch'] as pipeline
  from validations where project_id is null
  union all
  select org_id, id, 'project', repository, filename, branch, source, label, environment, owner_name,
    jsonb_strip_nulls(pipeline) - array['repository', 'branch']
  from projects
) as newest on newest.org_id = sums.org_id and newest.id = sums.newest_run_id
on conflict (org_id, id) do nothing;

insert into change_runs (
  org_id, change_id, run_id, kind, file_key, is_newest, is_proven, is_canceled, ended_at, file_count, open_count, failed_count,
  blocked_count, would_block_count, new_count, resolved_count, critical_count, high_count, medium_count, low_count
)
select org_id, change_id, run_id, kind, file_key, is_newest, is_proven, is_canceled, ended_at, file_count,
  (status in ('queued', 'running'))::integer, (status = 'failed')::integer, (status = 'completed' and not passed)::integer,
  coalesce(would_block_count, 0), coalesce((counts ->> 'new')::integer, 0), coalesce((counts ->> 'resolved')::integer, 0),
  coalesce(critical_count, 0), coalesce(high_count, 0), coalesce(medium_count, 0), coalesce(low_count, 0)
from earlier_runs
on conflict do nothing;

-- Changes that runs have begun since the trigger was made lack the runs of before it.
create temporary table begun_changes on commit drop as
select org_id, id from changes
where run_count <> (select count(*) from change_runs where change_runs.org_id = changes.org_id and change_id = changes.id)
order by org_id, id for update;

update change_runs set is_newest = run.is_newest
from (
  select org_id, run_id, not is_canceled and row_number() over (
    partition by org_id, change_id, file_key order by is_canceled, is_proven desc, run_id desc
  ) = 1 as is_newest
  from change_runs where (org_id, change_id) in (select org_id, id from begun_changes)
) as run
where run.org_id = change_runs.org_id and run.run_id = change_runs.run_id and run.is_newest <> change_runs.is_newest;

update changes set
  begun_at = least(begun_at, (
    select min(created_at) from earlier_runs
    where earlier_runs.org_id = changes.org_id and earlier_runs.change_id = changes.id
  )),
  ended_at = sums.ended_at, run_count = sums.run_count, counted_runs = sums.counted_runs, file_count = sums.file_count,
  open_count = sums.open_count, failed_count = sums.failed_count, blocked_count = sums.blocked_count,
  would_block_count = sums.would_block_count, new_count = sums.new_count, resolved_count = sums.resolved_count,
  critical_count = sums.critical_count, high_count = sums.high_count, medium_count = sums.medium_count,
  low_count = sums.low_count
from (
  select org_id, change_id, max(ended_at) as ended_at, count(*) as run_count, count(*) filter (where is_newest) as counted_runs,
    coalesce(sum(file_count) filter (where is_newest), 0) as file_count,
    coalesce(sum(open_count) filter (where is_newest), 0) as open_count,
    coalesce(sum(failed_count) filter (where is_newest), 0) as failed_count,
    coalesce(sum(blocked_count) filter (where is_newest), 0) as blocked_count,
    coalesce(sum(would_block_count) filter (where is_newest), 0) as would_block_count,
    coalesce(sum(new_count) filter (where is_newest), 0) as new_count,
    coalesce(sum(resolved_count) filter (where is_newest), 0) as resolved_count,
    coalesce(sum(critical_count) filter (where is_newest), 0) as critical_count,
    coalesce(sum(high_count) filter (where is_newest), 0) as high_count,
    coalesce(sum(medium_count) filter (where is_newest), 0) as medium_count,
    coalesce(sum(low_count) filter (where is_newest), 0) as low_count
  from change_runs group by org_id, change_id
) as sums
where sums.org_id = changes.org_id and sums.change_id = changes.id
  and (changes.org_id, changes.id) in (select org_id, id from begun_changes);

analyze changes, change_runs;
