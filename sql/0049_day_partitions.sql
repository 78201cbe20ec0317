-- Events, deliveries and attempts get partitions of a day, which are dropped as a whole. This makes ready what that needs: the
-- migrations after it bound the ids of the stored rows, have Postgres verify that while others write, and then put each
-- table into a partitioned one as its first partition, without reading it again.

-- Bounds the ids of a table whose rows are to become the partition of all time before a day of next week. UUIDv7 begin with their
-- time, so nothing is rejected until then. An empty table needs no bound.
create function bound_earlier_rows(parent text, id_column text) returns void
language plpgsql as $$
declare
  is_empty boolean;
begin
  execute format('select not exists (select from %I)', parent) into is_empty;
  if not is_empty then
    execute format(
      'alter table %I add constraint %I check (%I < %L) not valid', parent, parent || '_earlier_ids', id_column,
      uuid_v7_floor((date_trunc('day', now() at time zone 'utc') + interval '8 days') at time zone 'utc')
    );
  end if;
end
$$;

-- Has Postgres verify the bound. Others write meanwhile.
create function verify_earlier_rows(parent text) returns void
language plpgsql as $$
begin
  if exists (select from pg_constraint where conrelid = parent::regclass and conname = parent || '_earlier_ids') then
    execute format('alter table %I validate constraint %I', parent, parent || '_earlier_ids');
  end if;
end
$$;

-- Makes a table, renamed to `PARENT_earlier`, the first partition of the partitioned one; drops it when it is empty.
create function adopt_earlier_rows(parent text, id_column text) returns void
language plpgsql as $$
declare
  earlier constant text := parent || '_earlier';
  bound uuid;
  is_empty boolean;
begin
  execute format('revoke all on %I from flowarden_app, flowarden_deliveries', earlier);
  execute format('select not exists (select from %I)', earlier) into is_empty;
  if is_empty then
    execute format('drop table %I', earlier);
    return;
  end if;
  select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''')::uuid into bound
  from pg_constraint where conrelid = earlier::regclass and conname = parent || '_earlier_ids';
  -- Without a bound the table was empty a moment ago, so that Postgres reads few rows.
  bound := coalesce(
    bound, uuid_v7_floor((date_trunc('day', now() at time zone 'utc') + interval '8 days') at time zone 'utc'));
  execute format('alter table %I attach partition %I for values from (minvalue) to (%L)', parent, earlier, bound);
  execute format('alter table %I drop constraint if exists %I', earlier, parent || '_earlier_ids');
end
$$;

-- The id at which a partition ends, null for the default one.
create function partition_end(partition regclass) returns uuid
language sql stable
return (
  select substring(pg_get_expr(relpartbound, oid) from 'TO \(''([0-9a-f-]{36})''\)')::uuid
  from pg_class where oid = partition
);

-- Makes the partition of today and of `days_ahead` more, but for days that an earlier one covers; returns how many were missing.
-- Rows of such a day that the default partition holds move: after a clock had run ahead, or after days without a jobs process.
create function prepare_day_partitions(parent text, id_column text, days_ahead integer) returns integer
language plpgsql as $$
declare
  today constant timestamp := date_trunc('day', now() at time zone 'utc');
  first_day timestamp;
  partition_name text;
  lowest uuid;
  beyond uuid;
  columns text;
  made integer := 0;
begin
  -- Generated columns are made again.
  select string_agg(quote_ident(attname), ', ' order by attnum) into columns
  from pg_attribute
  where attrelid = parent::regclass and attnum > 0 and not attisdropped and attgenerated = '';
  for day_index in 0..days_ahead loop
    first_day := today + make_interval(days => day_index);
    partition_name := parent || to_char(first_day, '_YYYY_MM_DD');
    lowest := uuid_v7_floor(first_day at time zone 'utc');
    beyond := uuid_v7_floor((first_day + interval '1 day') at time zone 'utc');
    continue when to_regclass(partition_name) is not null
      or partition_end(to_regclass(parent || '_earlier')) >= beyond;
    execute format(
      'create table %I (like %I including defaults including constraints including generated including storage)%s',
      partition_name, parent,
      -- Rows of deliveries change in place, once: they find room on their page.
      case when parent = 'deliveries' then ' with (fillfactor = 50)' else '' end
    );
    -- No other transaction may add such a row between the move and the attachment.
    execute format('lock table %I in access exclusive mode', parent || '_default');
    execute format(
      'with moved as (delete from %I where %I >= %L and %I < %L returning *) insert into %I (%s) select %s from moved',
      parent || '_default', id_column, lowest, id_column, beyond, partition_name, columns, columns
    );
    execute format(
      'alter table %I attach partition %I for values from (%L) to (%L)', parent, partition_name, lowest, beyond
    );
    made := made + 1;
  end loop;
  return made;
end
$$;

select bound_earlier_rows('events', 'id');
