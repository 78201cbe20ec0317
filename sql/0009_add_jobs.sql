-- The way of the application into the job queue, whose tables belong to the owner. Runs as the owner, so that a use case
-- adds its jobs in the transaction that makes them necessary. The tables that it names are graphile-worker's: plpgsql
-- looks them up when it runs, so it does not matter that they are made after our own.

-- Adds jobs of one task: an array of `{payload, jobKey, runAt, maxAttempts, priority, queue}`, of which only `payload`
-- is required.
create function add_jobs(task text, specs json) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_jobs(array(
    select (task, spec -> 'payload', spec ->> 'queue', (spec ->> 'runAt')::timestamptz,
            (spec ->> 'maxAttempts')::smallint, spec ->> 'jobKey', (spec ->> 'priority')::smallint, null)
           ::graphile_worker.job_spec
    from json_array_elements(specs) as spec
  ));
end
$$;

-- The priority of an organisation's next job of a task, so that organisations take turns: everybody's first job comes
-- before anybody's second. It follows the organisation's last waiting job, and is never below what is due now, so that
-- who comes back again and again does not overtake who waits.
create function next_turn(task text, organisation uuid) returns integer
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  due integer;
  last integer;
begin
  select min(jobs.priority), max(jobs.priority) filter (where jobs.payload ->> 'orgId' = organisation::text)
  into due, last
  from graphile_worker._private_jobs as jobs
  where jobs.task_id = (select id from graphile_worker._private_tasks where identifier = task)
    and jobs.locked_at is null and jobs.attempts < jobs.max_attempts;
  return least(greatest(coalesce(due, 0), coalesce(last + 1, 0)), 32767);
end
$$;

revoke all on function add_jobs(text, json) from public;
revoke all on function next_turn(text, uuid) from public;
grant execute on function add_jobs(text, json) to flowarden_app;
grant execute on function next_turn(text, uuid) to flowarden_app;
