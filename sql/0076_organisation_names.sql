-- Admins name their organisation. The wall of tenants holds for this column as for the others.
grant update (name) on organisations to flowarden_app;
