-- Which organisations have been deleted or are being deleted, by whom and when: their own audit log goes with them. Only the
-- owner's connection uses it.
create table deleted_organisations (
  id uuid primary key,
  name text not null,
  requested_by text not null,
  begun_at timestamptz not null default now(),
  -- Null while rows are left.
  completed_at timestamptz
);

-- The audit log of an organisation goes only with the organisation.
create or replace function refuse_audit_change() returns trigger
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
