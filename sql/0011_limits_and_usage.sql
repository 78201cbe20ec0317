-- What calls may spend: rate and concurrency limits, which all cores share, and the usage that plans count.

-- The keys of both tables are made of ids of credentials and organisations; nothing here is customer content. Unlogged: quick to
-- write, and a crash of Postgres only resets the counts.
create unlogged table rate_buckets (
  key text primary key,
  -- When everything that was spent will have come back: each request moves it on by its share of the window.
  full_at timestamptz not null
) with (fillfactor = 50);

create unlogged table slots_in_use (
  key text not null,
  -- The core that holds them. What it holds ends with its lease: a core that was killed renews nothing.
  core_id uuid not null,
  in_use integer not null,
  -- Reports of a core may overtake each other: the number of the last one.
  question integer not null,
  expires_at timestamptz not null,
  primary key (key, core_id)
) with (fillfactor = 50);

grant select, insert, update, delete on rate_buckets, slots_in_use to flowarden_app;

-- Reports the use of one core to the database, and returns the use of all cores. `buckets` are
-- {key, intervalMs, windowMs, spent}, `slots` are {key, inUse, max, question}; `inUse` includes the request.
-- With `take`, one more request is taken from every bucket, and the slots are taken, if all of them have room; otherwise
-- `refused` names the first that has none. Rows are locked in the order of their keys, so that two cores never wait
-- for each other in a circle; the lock of an organisation's bucket makes the count of its slots exact.
create function sync_limits(core uuid, buckets jsonb, slots jsonb, take boolean, lease_ms integer) returns jsonb
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
    set full_at = greatest(kept.full_at, clock_timestamp()) + asked.spent * asked."intervalMs" * interval '1 ms'
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
    where key = asked.key and core_id <> core and expires_at > clock_timestamp();
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

-- One row for each month in which the organisation validated anything. All kinds share the row: a transaction that adds to it
-- holds its lock until it ends, so the sum that it then reads is exact.
create table usage_months (
  org_id uuid not null references organisations (id),
  -- The first day of the month, in UTC.
  month date not null,
  synchronous integer not null default 0,
  asynchronous integer not null default 0,
  project_files integer not null default 0,
  primary key (org_id, month)
) with (fillfactor = 50);

-- The first day of the month that it is now, the same for the whole transaction.
create function usage_month() returns date
language sql stable parallel safe
return date_trunc('month', now() at time zone 'utc')::date;

grant select, insert, update on usage_months to flowarden_app;
select tenant_wall('usage_months');
