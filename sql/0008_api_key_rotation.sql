-- Who made a key, and its rotation: the id stays, the secret changes, and the old one may serve on for a while.
alter table api_keys
  add column created_by_id text,
  add column created_by_name text,
  add column rotated_at timestamptz,
  add column previous_key_hash bytea,
  add column previous_key_until timestamptz,
  add check (num_nulls(previous_key_hash, previous_key_until) in (0, 2));

grant update (key_hash, expires_at, rotated_at, previous_key_hash, previous_key_until) on api_keys to flowarden_app;
