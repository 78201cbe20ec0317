-- The role of the process that delivers webhooks. It sends for all organisations, so that no setting of a transaction narrows what
-- it sees; but it sees no result, no key and no member, and changes nothing but deliveries and what they say of their webhooks.

do $$
begin
  if not exists (select from pg_roles where rolname = 'flowarden_deliveries') then
    create role flowarden_deliveries nologin;
  end if;
exception
  when duplicate_object or unique_violation then null; -- Another database of this server has just made it.
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'flowarden_deliveries', 'member') then
    execute format('grant flowarden_deliveries to %I', current_user);
  end if;
end
$$;

grant usage on schema public to flowarden_deliveries;
grant select on events to flowarden_deliveries;
grant select, delete, update (is_due, due_at, attempts, round_attempts, lease, leased_until, holder)
  on delivery_queue to flowarden_deliveries;
grant select, update (status, attempts, finished_at, body) on deliveries to flowarden_deliveries;
grant select, insert on delivery_attempts to flowarden_deliveries;
grant select, update (last_delivery_at, last_success_at, last_failure_at, consecutive_failures, failing_since,
                      disabled_reason, updated_at)
  on webhooks to flowarden_deliveries;
-- That a webhook was disabled. The chain of the log is the trigger's business.
grant insert on audit_entries to flowarden_deliveries;

create policy of_deliveries on events for select to flowarden_deliveries using (true);
create policy of_deliveries on delivery_queue to flowarden_deliveries using (true);
create policy of_deliveries on deliveries to flowarden_deliveries using (true);
create policy of_deliveries on delivery_attempts to flowarden_deliveries using (true);
create policy of_deliveries on webhooks to flowarden_deliveries using (true);
create policy of_deliveries on audit_entries for insert to flowarden_deliveries with check (true);

-- Its heartbeats stand beside those of the jobs, and say nothing of the queue of jobs.
alter table job_processes add column kind text not null default 'jobs' check (kind in ('jobs', 'deliveries'));
grant select, insert, delete, update (beaten_at) on job_processes to flowarden_deliveries;
grant select (kind) on job_processes to flowarden_app;
