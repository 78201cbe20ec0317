-- The role auditor; what actions changed, in the audit log; and filters over a long log.

alter table organisation_members drop constraint organisation_members_role_check;
alter table organisation_members add constraint organisation_members_role_check
  check (role in ('viewer', 'auditor', 'developer', 'approver', 'admin'));

-- [{field, from, to}], never a secret; null: the action changed no field, or is older than this column.
alter table audit_entries add column changes jsonb;

create index audit_entries_times on audit_entries (org_id, occurred_at);
create index audit_entries_actors on audit_entries (org_id, actor_id, sequence);
create index audit_entries_actions on audit_entries (org_id, action, sequence);
create index audit_entries_target_kinds on audit_entries (org_id, target_kind, sequence);
create index audit_entries_targets on audit_entries (org_id, target_id, sequence);

-- As before, and the hash covers the changes too where there are some: entries without any keep the hash that they have.
create or replace function append_audit_entry() returns trigger
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
