-- Answers that are kept for a day, so that a call that is repeated with the same Idempotency-Key is not done twice.
create table idempotency_keys (
  org_id uuid not null references organisations (id),
  key text not null,
  -- What was asked, and by whom: SHA-256.
  fingerprint bytea not null,
  -- The call that works under this key. Only it may keep an answer, so one that lost the key has no effect either.
  claim uuid not null,
  -- Attempts of a gateway at the same request say the same here; null where no gateway repeats.
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
