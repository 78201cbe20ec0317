-- A change is announced once, when its runs have ended; so is a run that the gate has blocked.

-- Null: not announced.
alter table changes add column announced_at timestamptz;
alter table change_runs add column is_announced boolean not null default false;

-- Triggers, as runs end in many places. Only organisations with a webhook for it have something to announce.
create function announce_change_later() returns trigger
language plpgsql as $$
begin
  if exists (
    select from public.webhooks where org_id = new.org_id and 'change.completed' = any(events) and disabled_reason is null
  ) then
    -- A later end replaces the job, so that it runs once nothing has ended for a while.
    perform public.add_jobs('announce-change', json_build_array(json_build_object(
      'payload', json_build_object('orgId', new.org_id, 'changeId', new.id),
      'jobKey', 'announce-change ' || new.org_id || ' ' || new.id,
      'runAt', now() + interval '1 minute',
      'maxAttempts', 25
    )));
  end if;
  return null;
end
$$;

create trigger announce_inserted after insert on changes for each row
  when (new.open_count = 0 and new.counted_runs > 0 and new.announced_at is null)
  execute function announce_change_later();
create trigger announce_updated after update of ended_at on changes for each row
  when (new.open_count = 0 and new.counted_runs > 0 and new.announced_at is null)
  execute function announce_change_later();

create function announce_blocked_later() returns trigger
language plpgsql as $$
begin
  if exists (
    select from public.webhooks where org_id = new.org_id and 'run.blocked' = any(events) and disabled_reason is null
  ) then
    perform public.add_jobs('announce-blocked-run', json_build_array(json_build_object(
      'payload', json_build_object('orgId', new.org_id, 'runId', new.run_id),
      'jobKey', 'announce-blocked-run ' || new.org_id || ' ' || new.run_id,
      'maxAttempts', 25
    )));
  end if;
  return null;
end
$$;

create trigger announce_inserted after insert on change_runs for each row
  when (new.blocked_count > 0 and not new.is_announced) execute function announce_blocked_later();
create trigger announce_updated after update of blocked_count on change_runs for each row
  when (new.blocked_count > 0 and not new.is_announced) execute function announce_blocked_later();
