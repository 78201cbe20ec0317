-- The clock of the database may step back: what a bucket owes is at most its window, and a lease ends in no more than its time.

create or replace function sync_limits(core uuid, buckets jsonb, slots jsonb, take boolean, lease_ms integer) returns jsonb
language plpgsql as $$
declare
  asked record;
  debt double precision;
  held integer;
  debts jsonb := '{}';
  others jsonb := '{}';
  refused text;
begin
  for asked in
    select * from jsonb_to_recordset(buckets)
      as asked (key text, "intervalMs" double precision, "windowMs" double precision, spent integer)
    order by key
  loop
    insert into rate_buckets as kept (key, full_at)
    values (asked.key, clock_timestamp() + asked.spent * asked."intervalMs" * interval '1 ms')
    on conflict (key) do update
    set full_at = least(
        greatest(kept.full_at, clock_timestamp()),
        clock_timestamp() + asked."windowMs" * interval '1 ms'
      ) + asked.spent * asked."intervalMs" * interval '1 ms'
    returning extract(epoch from kept.full_at - clock_timestamp()) * 1000 into debt;
    debts := debts || jsonb_build_object(asked.key, greatest(debt, 0));
    -- Half a millisecond covers rounding errors.
    if take and refused is null and debt + asked."intervalMs" > asked."windowMs" + 0.5 then
      refused := asked.key;
    end if;
  end loop;

  for asked in
    select * from jsonb_to_recordset(slots) as asked (key text, "inUse" integer, max integer, question integer)
    order by key
  loop
    select coalesce(sum(in_use), 0) into held
    from slots_in_use
    where key = asked.key and core_id <> core
      and expires_at > clock_timestamp() and expires_at <= clock_timestamp() + lease_ms * interval '1 ms';
    others := others || jsonb_build_object(asked.key, held);
    if take and refused is null and held + asked."inUse" > asked.max then
      refused := asked.key;
    end if;
    if refused is null then
      insert into slots_in_use as kept (key, core_id, in_use, question, expires_at)
      values (asked.key, core, asked."inUse", asked.question, clock_timestamp() + lease_ms * interval '1 ms')
      on conflict (key, core_id) do update
      set in_use = excluded.in_use, question = excluded.question, expires_at = excluded.expires_at
      where kept.question < excluded.question;
    end if;
  end loop;

  if take and refused is null then
    update rate_buckets
    set full_at = full_at + asked_bucket."intervalMs" * interval '1 ms'
    from jsonb_to_recordset(buckets) as asked_bucket (key text, "intervalMs" double precision)
    where rate_buckets.key = asked_bucket.key;
  end if;
  return jsonb_build_object('refused', refused, 'debts', debts, 'others', others);
end
$$;
