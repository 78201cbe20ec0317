-- Events, webhooks of organisations, deliveries to them, and the outcome of every attempt.

-- Written in the transaction that made it true; webhooks are delivered from here.
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
);
create index events_age on events (occurred_at);

-- The row whose id is the organisation's is for addresses that validations name (`validations.webhook_url`): it has a secret, no
-- address and no events, and is in no list.
create table webhooks (
  org_id uuid not null references organisations (id),
  id uuid not null,
  url text not null,
  -- Never changed: the deliveries that wait are written for it.
  target text not null check (target in ('generic', 'chat-a', 'chat-b')),
  events text[] not null,
  description text,
  -- Sealed with AES-256-GCM under a key that this database does not hold; see `src/webhooks/seal.ts`.
  secret bytea not null,
  secret_preview text not null,
  -- The secret that takes over at the effective time.
  next_secret bytea,
  next_secret_preview text,
  next_secret_effective_at timestamptz,
  disabled_reason text check (disabled_reason in ('manual', 'gone', 'failing')),
  created_at timestamptz not null,
  created_by text not null,
  updated_at timestamptz not null,
  last_delivery_at timestamptz,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  -- Attempts that failed since the last success, and when the first of them did.
  consecutive_failures integer not null default 0,
  failing_since timestamptz,
  primary key (org_id, id),
  check (num_nulls(next_secret, next_secret_preview, next_secret_effective_at) in (0, 3))
);

-- The log: one event for one webhook. A row is written when a delivery is made and when an attempt has ended. With room for
-- both on one page, the second does not have to touch the indexes.
create table deliveries (
  org_id uuid not null references organisations (id),
  -- Made of the event and the webhook; see `delivery_id`.
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_kind text not null,
  is_test boolean not null default false,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'skipped', 'canceled')),
  -- What lists are filtered by. An index over `status` itself would be written again when a delivery succeeds, as nearly all
  -- do. This column stays the same then.
  log_group text not null
    generated always as (case when status in ('failed', 'skipped', 'canceled') then status else 'usual' end) stored,
  -- The body, the same bytes with every attempt; created before the first.
  body bytea,
  attempts integer not null default 0,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id)
) with (fillfactor = 50);

create index deliveries_log on deliveries (org_id, webhook_id, log_group, created_at desc, id desc);
create index deliveries_age on deliveries (created_at);

-- Attempts are deleted with their delivery by the statement that deletes it.
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
);

-- The identifier of an event's delivery to a webhook: the same one for ever, in the order of time.
create function delivery_id(event_id uuid, webhook_id uuid) returns uuid
language sql immutable strict parallel safe
return overlay(overlay(overlay(md5(event_id::text || webhook_id::text)
  placing left(replace(event_id::text, '-', ''), 12) from 1) placing '7' from 13) placing '8' from 17)::uuid;

-- Queue of a delivery: its webhook, or the host of an address that a validation named.
create function delivery_lane(org_id uuid, webhook_id uuid, url text) returns uuid
language sql immutable parallel safe
return case when url is null then webhook_id else md5(org_id::text || substring(url from '://([^/?#]+)'))::uuid end;

-- Pending deliveries, apart from the log: its rows are small, change in place and are deleted at the end.
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
  -- False while it waits for a later attempt: a look for work does not even step over it.
  is_due boolean not null,
  -- The process that sends it, and the end of its lease. The holder is the `job_processes.pool_id`, so that the deliveries of a dead process are sent
  -- by another one at once; the lease distinguishes this claim from a later one.
  lease uuid,
  leased_until timestamptz,
  holder text,
  primary key (org_id, id),
  check (num_nulls(lease, leased_until, holder) in (0, 3))
)
-- A claim finds room beside the row that it changes, so that no index has to.
with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

-- Finds due deliveries, lane by lane, regardless of the backlog of a receiver that does not answer.
create index delivery_queue_due on delivery_queue (lane, due_at) where is_due;
create index delivery_queue_later on delivery_queue (due_at) where not is_due;

grant select, insert on events to flowarden_app;
grant select, insert, update, delete on webhooks to flowarden_app;
grant select, insert, update on deliveries to flowarden_app;
grant select on delivery_attempts to flowarden_app;
grant select, insert, update, delete on delivery_queue to flowarden_app;
select tenant_wall('events');
select tenant_wall('webhooks');
select tenant_wall('deliveries');
select tenant_wall('delivery_attempts');
select tenant_wall('delivery_queue');

grant select on events to flowarden_deliveries;
grant select, update (last_delivery_at, last_success_at, last_failure_at, consecutive_failures, failing_since,
                      disabled_reason, updated_at)
  on webhooks to flowarden_deliveries;
grant select, update (status, attempts, finished_at, body) on deliveries to flowarden_deliveries;
grant select, insert on delivery_attempts to flowarden_deliveries;
grant select, delete, update (is_due, due_at, attempts, round_attempts, lease, leased_until, holder)
  on delivery_queue to flowarden_deliveries;
create policy of_deliveries on events for select to flowarden_deliveries using (true);
create policy of_deliveries on webhooks to flowarden_deliveries using (true);
create policy of_deliveries on deliveries to flowarden_deliveries using (true);
create policy of_deliveries on delivery_attempts to flowarden_deliveries using (true);
create policy of_deliveries on delivery_queue to flowarden_deliveries using (true);
