-- The end of the chain of the transaction's organisation: without it, the check would not miss entries that were
-- taken from the end. It runs as the owner, and moves nothing.
create function own_audit_head() returns table (sequence bigint, hash bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp
as $$
  select sequence, hash from public.audit_heads
  where org_id = nullif(current_setting('app.org_id', true), '')::uuid
$$;

revoke all on function own_audit_head() from public;
grant execute on function own_audit_head() to flowarden_app;
