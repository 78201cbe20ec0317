-- The priority of an organisation's next job of a task, so that organisations take turns: everybody's first job comes
-- before anybody's second. It follows the jobs that wait for the organisation already, and is never below what is due
-- now, so that one who comes back again and again does not overtake others who wait.
--
-- The caller counts what waits for the organisation from its own rows: no payload is read, and nothing has to be kept
-- right when a process dies.
drop function next_turn(text, uuid);

create function next_turn(task text, waiting integer) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  due integer;
begin
  -- Until this transaction ends, nobody moves the turns that are given out; see `shift_turns`.
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

revoke all on function next_turn(text, integer) from public;
revoke all on function shift_turns(text, integer) from public;
grant execute on function next_turn(text, integer) to flowarden_app;
