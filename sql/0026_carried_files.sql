-- An archive that comes again unchanged has its results carried over by the database, without a look into it.

alter table project_items
  -- The file of the same path in the run that the project is compared with.
  add column previous_number integer,
  -- A hash of what the outcome follows from beside the file: the rules, the program, the policy, the exceptions. Null:
  -- another run of the same file may end differently.
  add column basis bytea,
  -- The event that told of its validation.
  add column event_id uuid;

-- The same of the findings across files.
alter table projects add column basis bytea;

-- Files are looked up by number alone: as long as Postgres knows nothing of rows this young, it takes either index for
-- either look-up, and reads all files of a project to find one.
drop index project_items_path;
