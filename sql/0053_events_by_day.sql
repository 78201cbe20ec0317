-- Events by day. The key begins with the time, so ranges of the key are ranges of time.
alter table events rename to events_earlier;
alter index events_pkey rename to events_earlier_pkey;
alter index events_age rename to events_earlier_age;

create table events (
  org_id uuid not null references organisations (id),
  id uuid not null,
  kind text not null,
  occurred_at timestamptz not null,
  -- As it was written: what receivers in our own envelope get is this text.
  data json not null,
  -- For chat messages alone: the owner of the run, and how many findings would block.
  chat json,
  primary key (org_id, id)
) partition by range (id);
create index events_age on events (occurred_at);

-- Rows whose day has no partition. Stays empty as long as the jobs process or a start makes the days ahead.
create table events_default partition of events default;

grant select, insert on events to flowarden_app;
grant select on events to flowarden_deliveries;
select tenant_wall('events');
create policy of_deliveries on events for select to flowarden_deliveries using (true);

select adopt_earlier_rows('events', 'id');
select prepare_day_partitions('events', 'id', 3);
