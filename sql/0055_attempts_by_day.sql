-- Attempts by the day of their delivery: they are dropped with it.
alter table delivery_attempts rename to delivery_attempts_earlier;
alter index delivery_attempts_pkey rename to delivery_attempts_earlier_pkey;

create table delivery_attempts (
  org_id uuid not null,
  delivery_id uuid not null,
  number integer not null,
  outcome text not null,
  status_code integer,
  error text,
  -- The beginning of the answer.
  answer text not null,
  started_at timestamptz not null,
  duration_ms integer not null,
  primary key (org_id, delivery_id, number)
) partition by range (delivery_id);

-- Rows whose day has no partition, as in `events_default`.
create table delivery_attempts_default partition of delivery_attempts default;

grant select on delivery_attempts to flowarden_app;
grant select, insert on delivery_attempts to flowarden_deliveries;
select tenant_wall('delivery_attempts');
create policy of_deliveries on delivery_attempts to flowarden_deliveries using (true);

select adopt_earlier_rows('delivery_attempts', 'delivery_id');
select prepare_day_partitions('delivery_attempts', 'delivery_id', 3);

-- Programs of before prepare the days too.
alter function prepare_validation_partitions(integer) rename to prepare_month_partitions;
create function prepare_validation_partitions(months_ahead integer) returns integer
language plpgsql as $$
begin
  return prepare_month_partitions(months_ahead)
    -- The order in which readers take the tables.
    + prepare_day_partitions('deliveries', 'id', 3)
    + prepare_day_partitions('events', 'id', 3)
    + prepare_day_partitions('delivery_attempts', 'delivery_id', 3);
end
$$;
