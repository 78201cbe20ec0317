-- The spelling of names in REST answers that a key prefers; null leaves it to the organisation.
alter table api_keys add column wire_case text check (wire_case in ('camel', 'snake'));

grant update (wire_case) on api_keys to flowarden_app;
