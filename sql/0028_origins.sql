-- Where work that is done later comes from: the request that asked for it, and the span of its trace. A transaction says so
-- once, in `app.request_id` and `app.traceparent`; its jobs and deliveries remember it.

-- As before, and every payload says where its job comes from; what a payload says itself stands.
create or replace function add_jobs(task text, specs json) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  origin jsonb := jsonb_strip_nulls(jsonb_build_object(
    'requestId', nullif(current_setting('app.request_id', true), ''),
    'traceparent', nullif(current_setting('app.traceparent', true), '')
  ));
begin
  perform graphile_worker.add_jobs(array(
    select (task, (origin || (spec -> 'payload')::jsonb)::json, spec ->> 'queue', (spec ->> 'runAt')::timestamptz,
            (spec ->> 'maxAttempts')::smallint, spec ->> 'jobKey', (spec ->> 'priority')::smallint, null)
           ::graphile_worker.job_spec
    from json_array_elements(specs) as spec
  ));
end
$$;

-- Programs of before write events first and their deliveries then: whoever takes both takes them in this order.
lock table events in access exclusive mode;

-- The W3C trace context of the transaction that made it: its attempts belong to that trace.
alter table deliveries add column traceparent text default nullif(current_setting('app.traceparent', true), '');
