-- Deliveries by the day of their event: `delivery_id` gives them its time.
alter table deliveries rename to deliveries_earlier;
alter index deliveries_pkey rename to deliveries_earlier_pkey;
alter index deliveries_log rename to deliveries_earlier_log;
alter index deliveries_age rename to deliveries_earlier_age;

create table deliveries (
  org_id uuid not null references organisations (id),
  -- Made of the event and the webhook; see `delivery_id`.
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_kind text not null,
  is_test boolean not null default false,
  -- The earlier name, by which Postgres recognises it.
  status text not null constraint deliveries_status_check check (status in ('pending', 'succeeded', 'failed', 'skipped', 'canceled')),
  -- See `0009_webhooks_and_deliveries.sql`.
  log_group text not null
    generated always as (case when status in ('failed', 'skipped', 'canceled') then status else 'usual' end) stored,
  -- The body, the same bytes with every attempt; created before the first.
  body bytea,
  attempts integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id)
) partition by range (id);
create index deliveries_log on deliveries (org_id, webhook_id, log_group, created_at desc, id desc);
create index deliveries_age on deliveries (created_at);

-- Rows whose day has no partition, as in `events_default`.
create table deliveries_default partition of deliveries default;

grant select, insert, update on deliveries to flowarden_app;
grant select, update (status, attempts, finished_at, body) on deliveries to flowarden_deliveries;
select tenant_wall('deliveries');
create policy of_deliveries on deliveries to flowarden_deliveries using (true);

select adopt_earlier_rows('deliveries', 'id');
select prepare_day_partitions('deliveries', 'id', 3);
