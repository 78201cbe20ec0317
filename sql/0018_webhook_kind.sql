-- What a row of webhooks is: an endpoint that people manage, or the addresses that single validations name, which one
-- secret of the organisation signs. That row has the organisation's id, as there is one of it.
alter table webhooks add column kind text not null
  generated always as (case when id = org_id then 'callback' else 'endpoint' end) stored;
