-- Events of sources: what has been announced, so that no event comes twice.
alter table source_pulls add column announced_at timestamptz;
-- Drift of an artefact that was announced; null: none.
alter table source_artefacts add column announced_state text;
-- The fewest days before its end for which a credential was announced.
alter table source_credentials add column announced_days integer;

update source_pulls set announced_at = ended_at where state = 'ended';
create index source_pulls_unannounced on source_pulls (ended_at) where state = 'ended' and announced_at is null;
