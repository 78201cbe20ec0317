-- The address under which a member came, which no later token changes: nobody approves their own request by giving
-- themselves another address at the identity provider.
alter table organisation_members add column joined_email text;
update organisation_members set joined_email = email where joined_at is not null;
