-- The mildest severity that blocks a run. Null: high.
alter table validations add column fail_on text check (fail_on in ('high', 'medium', 'low'));
alter table projects add column fail_on text check (fail_on in ('high', 'medium', 'low'));
