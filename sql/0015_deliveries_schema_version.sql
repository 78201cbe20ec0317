-- The deliveries process refuses to start on a schema that needs a newer program, as the others do.
grant select (version, needs_migration) on schema_migrations to flowarden_deliveries;
