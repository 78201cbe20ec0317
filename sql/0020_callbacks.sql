-- A validation may name an address that is told of its end. Such deliveries belong to the organisation's own row of
-- webhooks: the one whose id is the organisation's. It has a secret, no address and no events, and is in no list.
alter table validations add column webhook_url text;

-- Where it goes, when not to the address of its webhook.
alter table deliveries add column url text;
