-- The organisations of a person who signs in.
create index organisation_members_people on organisation_members (issuer, subject) where subject is not null;
