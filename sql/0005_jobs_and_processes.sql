-- Which processes live, and the way of the application into the job queue.

-- The jobs of a process that died are given to another within seconds instead of hours.
create table job_processes (
  -- What graphile-worker writes into `locked_by` for this process.
  pool_id text primary key,
  kind text not null default 'jobs' check (kind in ('jobs', 'deliveries')),
  -- Machine and process: a process of this machine can be seen to be dead without waiting for its silence.
  host text not null,
  pid integer not null,
  -- Distinguishes the process from a later one with the same number.
  process_started text not null,
  beaten_at timestamptz not null default now()
);

-- When a jobs process last said that it lives. Not on which machine, and as which process.
grant select (kind, beaten_at) on job_processes to flowarden_app;
grant select, insert, delete, update (beaten_at) on job_processes to flowarden_deliveries;

-- The functions below name tables of graphile-worker: plpgsql looks them up when it runs, so it does not matter that they
-- are made after our own.

-- Adds jobs of one task: an array of `{payload, jobKey, runAt, maxAttempts, priority, queue}`, of which only `payload`
-- is required. Runs as the owner, so that a use case adds its jobs in the transaction that makes them necessary. That
-- transaction sets once where its work comes from, in `app.request_id` (the request) and `app.traceparent` (the span of its
-- trace): every payload stores it, unless it has its own value.
create function add_jobs(task text, specs json) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  origin jsonb := jsonb_strip_nulls(jsonb_build_object(
    'requestId', nullif(current_setting('app.request_id', true), ''),
    'traceparent', nullif(current_setting('app.traceparent', true), '')
  ));
begin
  perform graphile_worker.add_jobs(array(
    select (task, (origin || (spec -> 'payload')::jsonb)::json, spec ->> 'queue', (spec ->> 'runAt')::timestamptz,
            (spec ->> 'maxAttempts')::smallint, spec ->> 'jobKey', (spec ->> 'priority')::smallint, null)
           ::graphile_worker.job_spec
    from json_array_elements(specs) as spec
  ));
end
$$;

-- The priority of an organisation's next job of a task, so that organisations take turns: everybody's first job comes
-- before the second of any other. It follows the jobs that wait for the organisation already, and is never below what is due
-- now, so that one who comes back again and again does not overtake others who wait.
--
-- The caller counts the waiting jobs of the organisation from its own rows: no payload is read, and nothing has to be stored
-- right when a process dies.
create function next_turn(task text, waiting integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  due integer;
begin
  -- Until this transaction ends, no other one moves the turns that are given out; see `shift_turns`.
  perform pg_advisory_xact_lock_shared(hashtextextended('turns ' || task, 0));
  select jobs.priority into due
  from graphile_worker._private_jobs as jobs
  where jobs.task_id = (select id from graphile_worker._private_tasks where identifier = task)
    and jobs.is_available and jobs.run_at <= now()
  order by jobs.priority
  limit 1;
  return least(coalesce(due, 0) + waiting, 32767);
end
$$;

-- Moves all jobs of a task to the front together, once the first one that is due has a priority beyond `turns_max`:
-- while something always waits, priorities only rise, and a smallint ends. Returns by how much.
create function shift_turns(task text, turns_max integer) returns integer
language plpgsql as $$
declare
  the_task constant integer := (select id from graphile_worker._private_tasks where identifier = task);
  due integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('turns ' || task, 0));
  select jobs.priority into due
  from graphile_worker._private_jobs as jobs
  where jobs.task_id = the_task and jobs.is_available and jobs.run_at <= now()
  order by jobs.priority
  limit 1;
  if coalesce(due, 0) <= turns_max then
    return 0;
  end if;
  update graphile_worker._private_jobs as jobs set priority = greatest(jobs.priority - due, 0)
  where jobs.task_id = the_task;
  return due;
end
$$;

revoke all on function add_jobs(text, json) from public;
revoke all on function next_turn(text, integer) from public;
revoke all on function shift_turns(text, integer) from public;
grant execute on function add_jobs(text, json) to flowarden_app;
grant execute on function next_turn(text, integer) to flowarden_app;
