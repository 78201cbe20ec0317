-- Changes: runs that name the same commit, or the same run of a pipeline, are one thing. Any other run is a change by itself.

create table changes (
  org_id uuid not null references organisations (id),
  -- Of a change of one run: that of the run. Of others: see `change_id_of`.
  id uuid not null,
  kind text not null check (kind in ('commit', 'pipeline', 'project', 'file')),
  repository text,
  commit_hash text,
  -- What its newest run says.
  newest_run_id uuid not null,
  newest_kind text not null check (newest_kind in ('file', 'project')),
  filename text not null,
  branch text,
  pipeline jsonb,
  source text,
  label text,
  environment text,
  owner_name text,
  -- Submission of its first run.
  begun_at timestamptz not null,
  -- Submission of its newest run, to ten minutes: an index has it, and most runs follow each other at once.
  active_at timestamptz not null,
  ended_at timestamptz,
  run_count integer not null,
  -- Of these, those that count.
  counted_runs integer not null,
  -- Sums over the runs that count: the newest of each file and archive.
  file_count integer not null,
  open_count integer not null,
  failed_count integer not null,
  blocked_count integer not null,
  would_block_count integer not null,
  new_count integer not null,
  resolved_count integer not null,
  critical_count integer not null,
  high_count integer not null,
  medium_count integer not null,
  low_count integer not null,
  primary key (org_id, id)
) with (fillfactor = 70);

create index changes_active on changes (org_id, active_at desc, id desc);
create index changes_repository on changes (org_id, repository, active_at desc, id desc) where repository is not null;

-- Runs of changes. Those of a change are few, and stay as long as it.
create table change_runs (
  org_id uuid not null,
  change_id uuid not null,
  run_id uuid not null,
  kind text not null check (kind in ('file', 'project')),
  -- The same for all runs of one file or archive in one environment, on any branch.
  file_key bytea not null,
  -- Whether it counts: the newest run of its file that was not canceled. No run replaces one whose repository is proven, but
  -- one that proves it too.
  is_newest boolean not null,
  is_proven boolean not null,
  is_canceled boolean not null,
  ended_at timestamptz,
  -- What it adds to the sums of its change.
  file_count integer not null,
  open_count integer not null,
  failed_count integer not null,
  blocked_count integer not null,
  would_block_count integer not null,
  new_count integer not null,
  resolved_count integer not null,
  critical_count integer not null,
  high_count integer not null,
  medium_count integer not null,
  low_count integer not null,
  -- New and resolved findings since before the change: entries of the run's diff. Null: none.
  moves jsonb,
  primary key (org_id, run_id),
  foreign key (org_id, change_id) references changes (org_id, id) on delete cascade
);

create index change_runs_of_file on change_runs (org_id, change_id, file_key, run_id);

grant select, insert, update, delete on changes, change_runs to flowarden_app;
select tenant_wall('changes');
select tenant_wall('change_runs');

-- Id of a change of many runs. `src/contract/change.ts` computes the same.
create function change_id_of(org_id uuid, kind text, scope text, name text) returns uuid
language sql stable parallel safe
return encode(substring(
  sha256(convert_to(concat_ws(chr(10), org_id::text, kind, name, scope), 'UTF8')) from 1 for 16), 'hex')::uuid;

-- What is new and resolved since before an earlier run, out of its difference and that of the run that follows it.
create function joined_moves(earlier jsonb, later jsonb) returns jsonb
language sql stable parallel safe
return (
  select jsonb_agg(move order by place) from (
    select move, place, min(move ->> 'status') over same <> max(move ->> 'status') over same as is_undone
    from jsonb_array_elements(coalesce(earlier, '[]') || coalesce(later, '[]')) with ordinality as moves (move, place)
    window same as (partition by move ->> 'findingId')
  ) as all_moves
  where not is_undone or move ->> 'findingId' is null
);

-- Updates the change of a run. A trigger, as a run changes in many places, and none of them may be forgotten.
create function track_change() returns trigger
language plpgsql as $$
declare
  run public.change_runs;
  before public.change_runs;
  change_kind text;
  commit_id text := lower(nullif(new.pipeline ->> 'commit', ''));
  run_url text := nullif(new.pipeline ->> 'workflowRunUrl', '');
  counted public.change_runs;
  chosen public.change_runs;
begin
  if new.repository is not null and commit_id is not null then
    change_kind := 'commit';
    run.change_id := public.change_id_of(new.org_id, 'commit', new.repository, commit_id);
  elsif run_url is not null then
    change_kind := 'pipeline';
    run.change_id := public.change_id_of(new.org_id, 'pipeline', '', run_url);
  else
    change_kind := tg_argv[0];
    run.change_id := new.id;
  end if;

  run.org_id := new.org_id;
  run.run_id := new.id;
  run.kind := tg_argv[0];
  run.is_proven := coalesce((new.pipeline ->> 'isProven')::boolean, false);
  run.is_canceled := new.status = 'canceled';
  run.is_newest := not run.is_canceled;
  if run.kind = 'file' then
    -- Two files of one name without a folder are one file only if their bytes are equal.
    run.file_key := public.run_key_of(new.platform, new.environment, new.filename,
      case when position('/' in new.filename) > 0 then null else encode(new.content_sha256, 'hex') end);
    run.file_count := 1;
    run.ended_at := new.validated_at;
  else
    run.file_key := public.run_key_of('project', new.environment, new.filename, null);
    run.file_count := new.file_count;
    run.ended_at := new.completed_at;
  end if;
  run.open_count := (new.status in ('queued', 'running'))::integer;
  run.failed_count := (new.status = 'failed')::integer;
  run.blocked_count := (new.status = 'completed' and not new.passed)::integer;
  run.would_block_count := coalesce(new.would_block_count, 0);
  run.new_count := coalesce((new.diff -> 'counts' ->> 'new')::integer, 0);
  run.resolved_count := coalesce((new.diff -> 'counts' ->> 'resolved')::integer, 0);
  run.critical_count := coalesce(new.critical_count, 0);
  run.high_count := coalesce(new.high_count, 0);
  run.medium_count := coalesce(new.medium_count, 0);
  run.low_count := coalesce(new.low_count, 0);
  if run.new_count + run.resolved_count > 0 then
    select jsonb_agg(move) into run.moves from jsonb_array_elements(new.diff -> 'changes') as move
    where move ->> 'status' in ('new', 'resolved');
  end if;

  insert into public.changes (
    org_id, id, kind, repository, commit_hash, newest_run_id, newest_kind, filename, branch, pipeline, source, label,
    environment, owner_name, begun_at, active_at, ended_at, run_count, counted_runs,
    file_count, open_count, failed_count, blocked_count, would_block_count, new_count, resolved_count, critical_count,
    high_count, medium_count, low_count
  ) values (
    run.org_id, run.change_id, change_kind, new.repository, commit_id, run.run_id, run.kind, new.filename, new.branch,
    jsonb_strip_nulls(new.pipeline) - array['repository', 'branch'], new.source, new.label, new.environment,
    new.owner_name, new.created_at, new.created_at, run.ended_at, 1, run.is_newest::integer,
    run.file_count, run.open_count, run.failed_count, run.blocked_count, run.would_block_count, run.new_count,
    run.resolved_count, run.critical_count, run.high_count, run.medium_count, run.low_count
  ) on conflict (org_id, id) do nothing;
  if found then
    insert into public.change_runs (
      org_id, change_id, run_id, kind, file_key, is_newest, is_proven, is_canceled, ended_at, file_count, open_count,
      failed_count, blocked_count, would_block_count, new_count, resolved_count, critical_count, high_count, medium_count,
      low_count, moves
    ) values (
      run.org_id, run.change_id, run.run_id, run.kind, run.file_key, run.is_newest, run.is_proven, run.is_canceled,
      run.ended_at, run.file_count, run.open_count, run.failed_count, run.blocked_count, run.would_block_count,
      run.new_count, run.resolved_count, run.critical_count, run.high_count, run.medium_count, run.low_count, run.moves
    );
    return null;
  end if;

  -- Others that add to the change wait here.
  perform from public.changes where org_id = run.org_id and id = run.change_id for update;
  select * into counted from public.change_runs
  where org_id = run.org_id and change_id = run.change_id and file_key = run.file_key and is_newest;
  if run.ended_at is not null then
    -- A run that is compared with another one of its change goes on from what was new then.
    select * into before from public.change_runs as earlier
    where org_id = run.org_id and change_id = run.change_id and file_key = run.file_key and run_id <> run.run_id
      and date_trunc('milliseconds', earlier.ended_at) = (new.diff ->> 'previousValidatedAt')::timestamptz
    limit 1;
    if before.moves is not null then
      run.moves := public.joined_moves(before.moves, run.moves);
      select count(*) filter (where move ->> 'status' = 'new'), count(*) filter (where move ->> 'status' = 'resolved')
      into run.new_count, run.resolved_count
      from jsonb_array_elements(coalesce(run.moves, '[]')) as move;
    end if;
  end if;
  run.is_newest := coalesce(counted.run_id = run.run_id, false);
  insert into public.change_runs (
    org_id, change_id, run_id, kind, file_key, is_newest, is_proven, is_canceled, ended_at, file_count, open_count,
    failed_count, blocked_count, would_block_count, new_count, resolved_count, critical_count, high_count, medium_count,
    low_count, moves
  ) values (
    run.org_id, run.change_id, run.run_id, run.kind, run.file_key, run.is_newest, run.is_proven, run.is_canceled,
    run.ended_at, run.file_count, run.open_count, run.failed_count, run.blocked_count, run.would_block_count, run.new_count,
    run.resolved_count, run.critical_count, run.high_count, run.medium_count, run.low_count, run.moves
  )
  on conflict (org_id, run_id) do update set
    is_canceled = excluded.is_canceled, ended_at = excluded.ended_at, moves = excluded.moves,
    file_count = excluded.file_count, open_count = excluded.open_count, failed_count = excluded.failed_count,
    blocked_count = excluded.blocked_count, would_block_count = excluded.would_block_count, new_count = excluded.new_count,
    resolved_count = excluded.resolved_count, critical_count = excluded.critical_count, high_count = excluded.high_count,
    medium_count = excluded.medium_count, low_count = excluded.low_count;
  select * into chosen from public.change_runs
  where org_id = run.org_id and change_id = run.change_id and file_key = run.file_key and not is_canceled
  order by is_proven desc, run_id desc limit 1;
  update public.change_runs set is_newest = coalesce(run_id = chosen.run_id, false)
  where org_id = run.org_id and change_id = run.change_id and file_key = run.file_key
    and is_newest <> coalesce(run_id = chosen.run_id, false);

  update public.changes set
    run_count = run_count + (tg_op = 'INSERT')::integer,
    counted_runs = counted_runs + (chosen.run_id is not null)::integer - (counted.run_id is not null)::integer,
    ended_at = greatest(changes.ended_at, run.ended_at),
    active_at = case when new.created_at > active_at + interval '10 minutes' then new.created_at else active_at end,
    file_count = file_count + coalesce(chosen.file_count, 0) - coalesce(counted.file_count, 0),
    open_count = open_count + coalesce(chosen.open_count, 0) - coalesce(counted.open_count, 0),
    failed_count = failed_count + coalesce(chosen.failed_count, 0) - coalesce(counted.failed_count, 0),
    blocked_count = blocked_count + coalesce(chosen.blocked_count, 0) - coalesce(counted.blocked_count, 0),
    would_block_count = would_block_count + coalesce(chosen.would_block_count, 0) - coalesce(counted.would_block_count, 0),
    new_count = new_count + coalesce(chosen.new_count, 0) - coalesce(counted.new_count, 0),
    resolved_count = resolved_count + coalesce(chosen.resolved_count, 0) - coalesce(counted.resolved_count, 0),
    critical_count = critical_count + coalesce(chosen.critical_count, 0) - coalesce(counted.critical_count, 0),
    high_count = high_count + coalesce(chosen.high_count, 0) - coalesce(counted.high_count, 0),
    medium_count = medium_count + coalesce(chosen.medium_count, 0) - coalesce(counted.medium_count, 0),
    low_count = low_count + coalesce(chosen.low_count, 0) - coalesce(counted.low_count, 0)
  where org_id = run.org_id and id = run.change_id;
  update public.changes set
    newest_run_id = run.run_id, newest_kind = run.kind, filename = new.filename, branch = new.branch,
    pipeline = jsonb_strip_nulls(new.pipeline) - array['repository', 'branch'], source = new.source, label = new.label,
    environment = new.environment, owner_name = new.owner_name
  where org_id = run.org_id and id = run.change_id and newest_run_id < run.run_id;
  return null;
end
$$;

create trigger change_inserted after insert on validations for each row
  when (new.project_id is null) execute function track_change('file');
create trigger change_updated after update of status on validations for each row
  when (new.project_id is null and old.status in ('queued', 'running') and new.status not in ('queued', 'running'))
  execute function track_change('file');
create trigger change_inserted after insert on projects for each row execute function track_change('project');
create trigger change_updated after update of status on projects for each row
  when (old.status in ('queued', 'running') and new.status not in ('queued', 'running'))
  execute function track_change('project');
