-- Address of a local person whose address another account has. A password that was set through an invitation proves the address for
-- only the organisation that invited: people of others get a separate account.
alter table accounts add column shared_email text;

create index accounts_shared_addresses on accounts (shared_email) where shared_email is not null;

create policy of_shared_address on accounts for select to flowarden_app
  using (issuer = 'urn:flowarden:local' and shared_email = nullif(current_setting('app.email', true), ''));
