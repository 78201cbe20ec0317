-- Findings at copies of one element in several files of a project are listed once.
-- Sealed keys of a file's findings that may have copies, by place in the list: {"3": {key, severity, isExcepted}}.
alter table project_items add column copy_keys jsonb;
-- Its findings that are listed as a copy in another file: {places, critical, high, medium, low, total, blocking}.
alter table project_items add column elsewhere jsonb;
-- Its findings that stand for copies in other files, by place: {"3": {count, files}}.
alter table project_items add column copies jsonb;
