-- Rewrites a partition of validations whose rows have become small: Postgres reuses the space of emptied rows for new ones, and an
-- old month gets none. It copies without a lock, as a plan for any partition would wait for one, however new the row that it writes;
-- only the exchange waits for others. Rows that were deleted meanwhile show in the count; nothing else changes runs that have ended
-- but the job that calls this. Returns false when it had to wait too long.
create function rewrite_validation_partition(partition_name text, packed_before timestamptz) returns boolean
language plpgsql as $$
declare
  old_table constant regclass := partition_name::regclass;
  new_name constant text := partition_name || '_rewritten';
  bounds constant text := (select pg_get_expr(relpartbound, oid) from pg_class where oid = old_table);
  -- 'FOR VALUES FROM (''…'') TO (''…'')'
  limits constant text[] := regexp_match(bounds, 'FROM \(''(.*)''\) TO \(''(.*)''\)');
  definition text;
  copied bigint;
  left_rows bigint;
  deleted bigint;
begin
  execute format('create table %I (like %s including defaults including constraints including storage)',
    new_name, old_table);
  -- The rows of an organisation lie together then, as it reads them.
  execute format('insert into %I select * from %s order by org_id, id', new_name, old_table);
  get diagnostics copied = row_count;
  -- The attachment takes indexes that are there: it would build others while everybody waits.
  execute format('alter table %I add primary key (org_id, id) with (fillfactor = 100)', new_name);
  for definition in
    select pg_get_indexdef(indexrelid) from pg_index where indrelid = old_table and not indisprimary
  loop
    definition := regexp_replace(definition, '^CREATE INDEX \S+ ON (ONLY )?\S+', format('create index on %I', new_name));
    -- Nothing is added to an old month.
    execute regexp_replace(replace(definition, ' WITH (fillfactor=''100'')', ''), ' WHERE |$', ' with (fillfactor = 100)\&');
  end loop;
  -- So that the attachment reads no rows.
  execute format('alter table %I add constraint within_bounds check (id >= %L and id < %L)', new_name, limits[1], limits[2]);
  for attempt in 1..10 loop
    begin
      set local lock_timeout = '1s';
      -- No organisation is added or deleted until this attempt ends.
      execute format('alter table %I add foreign key (org_id) references organisations (id)', new_name);
      execute format('alter table validations detach partition %s', old_table);
      execute format('select count(*) from %s', old_table) into left_rows;
      if left_rows <> copied then
        -- Undoes this attempt too.
        raise lock_not_available;
      end if;
      execute format('drop table %s', old_table);
      execute format('alter table validations attach partition %I %s', new_name, bounds);
      execute format('alter table %I drop constraint within_bounds', new_name);
      execute format('alter table %I rename to %I', new_name, partition_name);
      execute format('comment on table %I is %L', partition_name, 'Rewritten with the results packed before ' || packed_before);
      set local lock_timeout = 0;
      return true;
    exception when lock_not_available or foreign_key_violation then
      perform pg_sleep(2);
      execute format(
        'delete from %I as copy where not exists (select from %s as old where old.org_id = copy.org_id and old.id = copy.id)',
        new_name, old_table);
      get diagnostics deleted = row_count;
      copied := copied - deleted;
    end;
  end loop;
  execute format('drop table %I', new_name);
  set local lock_timeout = 0;
  return false;
end
$$;

revoke all on function rewrite_validation_partition(text, timestamptz) from public;
