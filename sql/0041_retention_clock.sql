-- The moment by which ages are measured when results are deleted for good. It follows the clock of the database, and no
-- faster than by small steps: a clock that jumps ahead makes nothing old.
create table retention_clock (
  is_only boolean primary key default true check (is_only),
  reached_at timestamptz not null
);
insert into retention_clock (reached_at) values (now());
