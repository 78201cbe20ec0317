-- A month's partition could not be made while the default one held rows of that month: after a clock had run ahead, or
-- after months without a jobs process, no start would have succeeded any more. The rows move.
create or replace function prepare_validation_partitions(months_ahead integer) returns integer
language plpgsql as $$
declare
  this_month constant timestamp := date_trunc('month', now() at time zone 'utc');
  first_day timestamp;
  partition_name text;
  lowest uuid;
  beyond uuid;
  made integer := 0;
begin
  for month_index in 0..months_ahead loop
    first_day := this_month + make_interval(months => month_index);
    partition_name := 'validations_' || to_char(first_day, 'YYYY_MM');
    if to_regclass(partition_name) is null then
      lowest := uuid_v7_floor(first_day at time zone 'utc');
      beyond := uuid_v7_floor((first_day + interval '1 month') at time zone 'utc');
      execute format('create table %I (like validations including defaults including constraints)', partition_name);
      -- Nobody may add such a row between the move and the attachment.
      lock table validations_default in access exclusive mode;
      execute format(
        'with moved as (delete from validations_default where id >= %L and id < %L returning *)
         insert into %I select * from moved',
        lowest, beyond, partition_name
      );
      execute format(
        'alter table validations attach partition %I for values from (%L) to (%L)',
        partition_name, lowest, beyond
      );
      made := made + 1;
    end if;
  end loop;
  return made;
end
$$;
