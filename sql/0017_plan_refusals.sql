-- Rejects a count beyond the plan, inside the statement that counts: its transaction sends COMMIT along with it.
-- `limits`: validations a month by the names of the plans that the program knows, null for no limit.
create function require_within_plan(plan text, used integer, limits jsonb) returns void
language plpgsql as $$
begin
  if not limits ? plan then
    raise exception 'The database has the plan "%", which this version does not know', plan;
  end if;
  if used > (limits ->> plan)::integer then
    raise exception using
      errcode = 'FW001',
      message = 'The plan has no room for another validation this month',
      detail = json_build_object('plan', plan, 'used', used)::text;
  end if;
end
$$;
