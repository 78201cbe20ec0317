-- What is still to be delivered stands in a queue of its own, apart from the log: its rows are small, change in place and
-- are deleted at the end. The log is written when a delivery is made and when an attempt has ended.

-- Whose turn a delivery takes: that of its webhook, or for an address that a validation named that of the address' host.
create function delivery_lane(org_id uuid, webhook_id uuid, url text) returns uuid
language sql immutable parallel safe
return case when url is null then webhook_id else md5(org_id::text || substring(url from '://([^/?#]+)'))::uuid end;

create table delivery_queue (
  org_id uuid not null,
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  -- Where it goes, when not to the address of its webhook.
  url text,
  lane uuid not null generated always as (delivery_lane(org_id, webhook_id, url)) stored,
  is_test boolean not null,
  attempts integer not null,
  -- Attempts since it was last begun anew by hand.
  round_attempts integer not null,
  -- The W3C trace context of the transaction that made it: its attempts belong to that trace.
  traceparent text default nullif(current_setting('app.traceparent', true), ''),
  due_at timestamptz not null,
  -- False while it waits for a later attempt: who looks for work does not even step over it.
  is_due boolean not null,
  -- Who sends it, and until when. The holder is the `job_processes.pool_id`; the lease tells this claim from a later one.
  lease uuid,
  leased_until timestamptz,
  holder text,
  primary key (org_id, id),
  check (num_nulls(lease, leased_until, holder) in (0, 3))
)
-- A claim finds room beside the row that it changes, so that no index has to.
with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Finds what is due, lane by lane, however much waits for a receiver that does not answer.
create index delivery_queue_due on delivery_queue (lane, due_at) where is_due;
create index delivery_queue_later on delivery_queue (due_at) where not is_due;

insert into delivery_queue (org_id, id, webhook_id, event_id, url, is_test, attempts, round_attempts, traceparent, due_at, is_due)
select org_id, id, webhook_id, event_id, url, is_test, attempts, round_attempts, traceparent,
  case when status = 'sending' then now() else due_at end, status = 'sending' or due_at <= now()
from deliveries where due_at is not null;

update deliveries set status = 'pending' where status = 'sending';
alter table deliveries
  drop column due_at, drop column lease, drop column holder, drop column round_attempts, drop column url, drop column traceparent,
  drop constraint deliveries_status_check,
  add constraint deliveries_status_check
    check (status in ('pending', 'succeeded', 'failed', 'skipped', 'canceled')),
  -- The id is made of the event and the webhook.
  drop constraint deliveries_org_id_webhook_id_event_id_key;
alter table deliveries set (fillfactor = 80);
-- Attempts are deleted with their delivery by the statement that deletes it.
alter table delivery_attempts drop constraint delivery_attempts_org_id_delivery_id_fkey;

-- As it was written: what receivers in our own envelope get is this text.
alter table events alter column data type json using data::text::json;

grant select, insert, update, delete on delivery_queue to flowarden_app;
alter table delivery_queue enable row level security;
alter table delivery_queue force row level security;
create policy of_organisation on delivery_queue to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on delivery_queue to current_user using (true);
