-- Which workflows of a project call each other: {workflows, calls, isComplete}. Null in runs of before it.
alter table projects add column call_graph jsonb;
