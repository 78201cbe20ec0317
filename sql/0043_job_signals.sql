-- NOTIFY for new jobs as long as that is cheap. Postgres lets one notifying transaction commit after the other, with the wait for
-- its disk; so only two at a time notify, and the jobs of all others are found by the next look of the runners.

-- Found before `pg_catalog` by `add_jobs` alone. graphile-worker calls `pg_notify` by its bare name; should it ever name the schema
-- too, every transaction notifies again.
create schema job_signals;

create function job_signals.pg_notify(channel text, payload text) returns void
language plpgsql as $$
begin
  if pg_try_advisory_xact_lock(hashtextextended('job signal', 1))
    or pg_try_advisory_xact_lock(hashtextextended('job signal', 2))
  then
    perform pg_catalog.pg_notify(channel, payload);
  end if;
end
$$;

revoke all on function job_signals.pg_notify(text, text) from public;

alter function add_jobs(text, json) set search_path = job_signals, pg_catalog, pg_temp;
