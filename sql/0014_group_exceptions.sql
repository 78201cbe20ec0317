-- Exceptions for findings that stand for several places.

-- The strong fingerprints of the places that an exception covers; null: its finding is no group, or it is for patterns.
alter table exceptions add column places text[];
