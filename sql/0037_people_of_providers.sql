-- A person of the identity provider whose verified address was invited finds the organisations that have invited it.
create policy of_invited_address on organisation_members for select to flowarden_app
  using (subject is null and email = nullif(current_setting('app.invited_email', true), ''));
