-- What a core looks at to say whether it can serve: the version of this schema, and when a jobs process last said that it
-- lives. Not on which machine, and as which process.
grant select (version) on schema_migrations to flowarden_app;
grant select (beaten_at) on job_processes to flowarden_app;
