-- Webhooks of organisations, what is delivered to them, and how every attempt went.

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

-- One event for one webhook. Waiting ones are the outbox: they are written in the transaction of their event.
create table deliveries (
  org_id uuid not null references organisations (id),
  id uuid not null,
  webhook_id uuid not null,
  event_id uuid not null,
  event_kind text not null,
  is_test boolean not null default false,
  status text not null check (status in ('pending', 'sending', 'succeeded', 'failed', 'skipped', 'canceled')),
  -- What is sent, the same bytes with every attempt; made before the first.
  body bytea,
  attempts integer not null default 0,
  -- Attempts since it was last begun anew by hand.
  round_attempts integer not null default 0,
  -- When it may be claimed: the next attempt while it waits, the end of the lease while it is sent, else null.
  due_at timestamptz,
  -- Tells this claim from a later one, after the lease had run out.
  lease uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (org_id, id),
  unique (org_id, webhook_id, event_id),
  check ((due_at is not null) = (status in ('pending', 'sending')))
);

-- Finds what is due, webhook by webhook, however much waits for a webhook that does not answer.
create index deliveries_due on deliveries (webhook_id, due_at) where due_at is not null;
create index deliveries_log on deliveries (org_id, webhook_id, created_at desc, id desc);
create index deliveries_age on deliveries (created_at);

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
  primary key (org_id, delivery_id, number),
  foreign key (org_id, delivery_id) references deliveries (org_id, id) on delete cascade
);

-- The identifier of an event's delivery to a webhook: the same one for ever, in the order of time.
create function delivery_id(event_id uuid, webhook_id uuid) returns uuid
language sql immutable strict parallel safe
return overlay(overlay(overlay(md5(event_id::text || webhook_id::text)
  placing left(replace(event_id::text, '-', ''), 12) from 1) placing '7' from 13) placing '8' from 17)::uuid;

grant select, insert, delete on webhooks to flowarden_app;
grant update on webhooks to flowarden_app;
grant select, insert, update on deliveries to flowarden_app;
grant select on delivery_attempts to flowarden_app;

alter table webhooks enable row level security;
alter table webhooks force row level security;
create policy of_organisation on webhooks to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on webhooks to current_user using (true);

alter table deliveries enable row level security;
alter table deliveries force row level security;
create policy of_organisation on deliveries to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on deliveries to current_user using (true);

alter table delivery_attempts enable row level security;
alter table delivery_attempts force row level security;
create policy of_organisation on delivery_attempts to flowarden_app
  using (org_id = nullif(current_setting('app.org_id', true), '')::uuid);
create policy of_owner on delivery_attempts to current_user using (true);
