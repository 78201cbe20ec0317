-- The audit log: administrative actions and their actors. Append-only, and chained by hashes so that a change of the past shows.

-- The end of each organisation's chain. Locked by the transaction that appends, so that the chain has no forks.
create table audit_heads (
  org_id uuid primary key references organisations (id),
  sequence bigint not null,
  hash bytea not null
);

-- Only the owner reads or moves it.
alter table audit_heads enable row level security;

create table audit_entries (
  org_id uuid not null references organisations (id),
  -- 1, 2, 3 … without a gap. This column, the time and the hash are set by the database alone.
  sequence bigint not null,
  -- In whole milliseconds, as the hash is over its text.
  occurred_at timestamptz not null,
  actor_kind text not null check (actor_kind in ('key', 'user', 'operator', 'system')),
  actor_id text not null,
  actor_name text not null,
  actor_email text,
  -- The action, such as api_key.created.
  action text not null,
  target_kind text not null,
  target_id text not null,
  target_name text not null,
  -- Further facts; never a secret.
  details jsonb not null,
  -- The request that did it; null when it was no request.
  request_id text,
  -- [{field, from, to}], never a secret; null: the action changed no field.
  changes jsonb,
  -- SHA-256 over the hash of the entry before (32 zero bytes for the first) and over all columns above, each as
  -- <bytes>:<text>, and a null as -. Without changes nothing stands for them.
  hash bytea not null,
  primary key (org_id, sequence)
);

create index audit_entries_times on audit_entries (org_id, occurred_at);
create index audit_entries_actors on audit_entries (org_id, actor_id, sequence);
create index audit_entries_actions on audit_entries (org_id, action, sequence);
create index audit_entries_target_kinds on audit_entries (org_id, target_kind, sequence);
create index audit_entries_targets on audit_entries (org_id, target_id, sequence);
-- People other than its creator who have seen a key's secret: they cannot approve requests that were made with it.
create index audit_entries_rotations on audit_entries (org_id, target_id) where action = 'api_key.rotated';

create function audit_field(field text) returns text
language sql immutable parallel safe
return coalesce(octet_length(convert_to(field, 'UTF8')) || ':' || field, '-');

-- Puts an entry at the end of its organisation's chain. It runs as the owner: the application itself can neither read
-- nor move the end of a chain, nor say when something happened.
create function append_audit_entry() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  head public.audit_heads;
begin
  insert into public.audit_heads (org_id, sequence, hash)
  values (new.org_id, 0, decode(repeat('00', 32), 'hex'))
  on conflict (org_id) do nothing;
  select * into head from public.audit_heads where org_id = new.org_id for update;
  new.sequence := head.sequence + 1;
  new.occurred_at := date_trunc('milliseconds', clock_timestamp());
  new.hash := sha256(head.hash || convert_to(
    public.audit_field(new.org_id::text)
    || public.audit_field(new.sequence::text)
    || public.audit_field(to_char(new.occurred_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    || public.audit_field(new.actor_kind)
    || public.audit_field(new.actor_id)
    || public.audit_field(new.actor_name)
    || public.audit_field(new.actor_email)
    || public.audit_field(new.action)
    || public.audit_field(new.target_kind)
    || public.audit_field(new.target_id)
    || public.audit_field(new.target_name)
    || public.audit_field(new.details::text)
    || public.audit_field(new.request_id)
    || case when new.changes is null then '' else public.audit_field(new.changes::text) end,
    'UTF8'
  ));
  update public.audit_heads set sequence = new.sequence, hash = new.hash where org_id = new.org_id;
  return new;
end
$$;

-- The audit log of an organisation goes only with the organisation.
create function refuse_audit_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if exists (select from public.deleted_organisations where id = old.org_id and completed_at is null) then
      return old;
    end if;
  end if;
  raise exception 'the audit log is append-only: % is not allowed', lower(tg_op)
    using errcode = 'insufficient_privilege';
end
$$;

create trigger append before insert on audit_entries for each row execute function append_audit_entry();
create trigger refuse_change before update or delete on audit_entries
  for each row execute function refuse_audit_change();
create trigger refuse_truncate before truncate on audit_entries
  for each statement execute function refuse_audit_change();

grant select, insert on audit_entries to flowarden_app;
-- That a webhook was disabled. The chain of the log is the trigger's business.
grant insert on audit_entries to flowarden_deliveries;
select tenant_wall('audit_entries');
create policy of_deliveries on audit_entries for insert to flowarden_deliveries with check (true);
