-- Tables whose rows come and go, or change in place, many times a second: their dead rows are removed after a number of changes,
-- never after a part of the table, which would be late after one flood. Their files are not cut off at the end, as that locks out
-- everybody else. The tables of the job queue get the same in `src/infra/database/queue-tables.ts`.
do $$
declare
  name text;
begin
  foreach name in array array[
    'delivery_queue', 'feed_changes', 'rate_buckets', 'running_analyses', 'slots_in_use', 'usage_months', 'usage_shares'
  ] loop
    execute format(
      'alter table %I set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000,
                           autovacuum_vacuum_cost_delay = 0, vacuum_truncate = off)', name);
  end loop;
end
$$;
