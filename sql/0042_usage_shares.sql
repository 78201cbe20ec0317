-- Counts of an organisation that do not wait for each other, as long as it is far from its limit.

-- Counts beside the organisation's row of `usage_months`: each connection adds to one of a few rows, so that commits of one
-- organisation run concurrently.
create table usage_shares (
  org_id uuid not null references organisations (id),
  -- As in `usage_months`, whose row is made first.
  month date not null,
  share smallint not null,
  synchronous integer not null default 0,
  asynchronous integer not null default 0,
  project_files integer not null default 0,
  primary key (org_id, month, share)
) with (fillfactor = 50);

grant select, insert, update, delete on usage_shares to flowarden_app;
select tenant_wall('usage_shares');

-- Adds the shares to a row of `usage_months` that is about to change: who counts in the row itself, as programs of before do,
-- has the exact sum. Waits for the counts that are under way.
create function fold_usage_shares() returns trigger
language plpgsql as $$
declare
  folded record;
begin
  perform pg_advisory_xact_lock(hashtextextended('usage ' || new.org_id, 0));
  with gone as (
    delete from public.usage_shares where org_id = new.org_id and month = new.month returning *
  )
  select coalesce(sum(gone.synchronous), 0) as synchronous, coalesce(sum(gone.asynchronous), 0) as asynchronous,
    coalesce(sum(gone.project_files), 0) as project_files
  into folded from gone;
  new.synchronous := new.synchronous + folded.synchronous;
  new.asynchronous := new.asynchronous + folded.asynchronous;
  new.project_files := new.project_files + folded.project_files;
  return new;
end
$$;

create trigger fold_shares before update on usage_months for each row execute function fold_usage_shares();

-- Adds to a share that is there; returns whether it is. Costs less than an insertion that finds it there.
create function add_to_usage_share(
  counted_org uuid, counted_month date, own_share smallint, kind text, added integer
) returns boolean
language plpgsql as $$
begin
  update usage_shares as kept
  set synchronous = kept.synchronous + case kind when 'synchronous' then added else 0 end,
    asynchronous = kept.asynchronous + case kind when 'asynchronous' then added else 0 end,
    project_files = kept.project_files + case kind when 'project_files' then added else 0 end
  where kept.org_id = counted_org and kept.month = counted_month and kept.share = own_share;
  return found;
end
$$;

create function make_usage_share(
  counted_org uuid, counted_month date, own_share smallint, kind text, added integer
) returns void
language plpgsql as $$
begin
  insert into usage_shares as kept (org_id, month, share, synchronous, asynchronous, project_files)
  values (
    counted_org, counted_month, own_share, case kind when 'synchronous' then added else 0 end,
    case kind when 'asynchronous' then added else 0 end, case kind when 'project_files' then added else 0 end
  )
  on conflict (org_id, month, share) do update set synchronous = kept.synchronous + excluded.synchronous,
    asynchronous = kept.asynchronous + excluded.asynchronous, project_files = kept.project_files + excluded.project_files;
end
$$;

-- Counts validations of this month, and rejects a count beyond the plan. `limits`: validations a month by the names of the
-- plans that the program knows, null for no limit.
--
-- Far from the limit it adds to a share, whose lock blocks no count on another share; the sum that it sees lacks at most
-- what the other shares are adding, `added_max` each. Without room for all that it counts in the organisation's row, one after
-- the other.
create function count_usage(counted_org uuid, kind text, added integer, limits jsonb) returns void
language plpgsql as $$
declare
  -- So many that the connections of a core seldom share one.
  shares_max constant integer := 64;
  added_max constant integer := 128;
  this_month constant date := usage_month();
  own_share constant smallint := pg_backend_pid() % shares_max;
  plan_name text;
  used integer;
  used_max integer;
begin
  select plan into plan_name from organisations where id = counted_org;
  if not limits ? plan_name then
    raise exception 'The database has the plan "%", which this version does not know', plan_name;
  end if;
  used_max := (limits ->> plan_name)::integer;
  if used_max is null and add_to_usage_share(counted_org, this_month, own_share, kind, added) then
    return;
  end if;
  select synchronous + asynchronous + project_files into used
  from usage_months where org_id = counted_org and month = this_month;
  if used_max is null and used is not null then
    perform make_usage_share(counted_org, this_month, own_share, kind, added);
    return;
  end if;
  if added <= added_max and used + shares_max * added_max <= used_max then
    begin
      perform pg_advisory_xact_lock_shared(hashtextextended('usage ' || counted_org, 0));
      if not add_to_usage_share(counted_org, this_month, own_share, kind, added) then
        perform make_usage_share(counted_org, this_month, own_share, kind, added);
      end if;
      select sum(counts.synchronous + counts.asynchronous + counts.project_files) into used
      from (
        select synchronous, asynchronous, project_files from usage_months
        where org_id = counted_org and month = this_month
        union all
        select synchronous, asynchronous, project_files from usage_shares
        where org_id = counted_org and month = this_month
      ) as counts;
      if used + (shares_max - 1) * added_max <= used_max then
        return;
      end if;
      -- Undoes this block alone, its locks included.
      raise exception using errcode = 'FW002';
    exception
      when sqlstate 'FW002' then null;
    end;
  end if;
  insert into usage_months as kept (org_id, month, synchronous, asynchronous, project_files)
  values (
    counted_org, this_month, case kind when 'synchronous' then added else 0 end,
    case kind when 'asynchronous' then added else 0 end, case kind when 'project_files' then added else 0 end
  )
  on conflict (org_id, month) do update set synchronous = kept.synchronous + excluded.synchronous,
    asynchronous = kept.asynchronous + excluded.asynchronous, project_files = kept.project_files + excluded.project_files
  returning synchronous + asynchronous + project_files into used;
  if used > used_max then
    raise exception using
      errcode = 'FW001',
      message = 'The plan has no room for these validations this month',
      detail = json_build_object('plan', plan_name, 'used', used - added)::text;
  end if;
end
$$;

-- Counts the queued validations of an organisation for a transaction that adds one. Far from the limit up to `adders_max`
-- transactions add at once, so that a count lacks no more; near it they wait for each other, and it is exact. The first lock is that
-- of programs of before, which always wait.
create function count_queued(counted_org uuid, queued_max integer) returns integer
language plpgsql as $$
declare
  adders_max constant integer := 64;
  name constant text := 'validation queue ' || counted_org;
  queued integer;
begin
  begin
    perform pg_advisory_xact_lock_shared(hashtextextended(name, 0));
    perform pg_advisory_xact_lock(hashtextextended(name, 1 + pg_backend_pid() % adders_max));
    select count(*) into queued from validations where org_id = counted_org and status = 'queued';
    if queued + adders_max <= queued_max then
      return queued;
    end if;
    -- Undoes this block alone, its locks included.
    raise exception using errcode = 'FW002';
  exception
    when sqlstate 'FW002' then null;
  end;
  perform pg_advisory_xact_lock(hashtextextended(name, 0));
  select count(*) into queued from validations where org_id = counted_org and status = 'queued';
  return queued;
end
$$;
