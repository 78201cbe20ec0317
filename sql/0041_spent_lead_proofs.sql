-- Challenges of the free scanner's form that have been solved and sent: each counts once. They have no owner, and the
-- application can only add to them.
create table spent_lead_proofs (
  -- Signature of the challenge.
  signature bytea primary key,
  expires_at timestamptz not null
);
create index spent_lead_proofs_age on spent_lead_proofs (expires_at);

grant insert on spent_lead_proofs to flowarden_app;
