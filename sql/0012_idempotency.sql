-- Answers, stored for a day: a call that is repeated with the same Idempotency-Key has no second effect.
create table idempotency_keys (
  org_id uuid not null references organisations (id),
  key text not null,
  -- SHA-256 of the request and its caller.
  fingerprint bytea not null,
  -- The call that owns this key. Only it may store an answer, so a call that lost the key has no effect either.
  claim uuid not null,
  -- The same for all attempts of a gateway at one request; null where no gateway retries.
  request uuid,
  -- The claim of a call that died ends here.
  lease_until timestamptz not null,
  -- Sealed, as it may hold a secret; null while the call runs.
  answer bytea,
  created_at timestamptz not null default now(),
  primary key (org_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

grant select, insert, update, delete on idempotency_keys to flowarden_app;
select tenant_wall('idempotency_keys');
