-- What a project was submitted with, and how many of its findings block.

alter table projects
  add column label text,
  add column environment text,
  -- Findings that block, or would block in another mode. Null: the project was completed by an earlier version.
  add column would_block_count integer;
