-- Where a project comes from, as in `0028_origins.sql`. It may begin long after its request, when another one has ended.
alter table projects
  add column request_id text default nullif(current_setting('app.request_id', true), ''),
  add column traceparent text default nullif(current_setting('app.traceparent', true), '');
