-- Whether an exception for a repository holds only for runs whose identity token proves the repository. Null: it does not.
alter table organisation_settings add column exceptions_need_proof boolean;
