-- The deliveries process does not start on a schema that needs a newer program, like the others.
grant select (version, needs_migration) on schema_migrations to flowarden_deliveries;
