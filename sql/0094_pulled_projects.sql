-- What was pulled becomes projects; the way of packages from the process that pulls to the cores.

-- Counts the changes of a source, for its ETag.
alter table sources add column version integer not null default 1;

alter table source_artefacts
  -- The archive that was fetched and waits to be submitted, with the marker and version that it has.
  add column blob_id uuid,
  add column blob_bytes bigint,
  add column blob_sha256 bytea,
  add column fetched_marker text,
  -- The round that has handled it last.
  add column pull_id uuid,
  -- Sentence about why it is not judged.
  add column problem text;
create index source_artefacts_waiting on source_artefacts (org_id, source_id) where blob_id is not null;

-- Only a pull sets them.
alter table projects add column source_id uuid, add column pull_id uuid;
create index projects_pull on projects (org_id, pull_id) where pull_id is not null;

-- Archives are handed over as files that arrive; what others have stored is not seen.
grant select (org_id, id, place, state, bytes, sha256), insert, update (bytes, sha256), delete on blobs to flowarden_pulls;
grant select (org_id, blob_id), insert on blob_chunks to flowarden_pulls;
create policy of_pulls on blobs to flowarden_pulls using (state = 'arriving');
create policy of_pulls on blob_chunks for insert to flowarden_pulls with check (true);

-- Retains an archive that has arrived whole. From then on the process that pulls does not see it either.
create function keep_fetched(organisation uuid, blob uuid) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  update public.blobs set state = 'kept' where org_id = organisation and id = blob and state = 'arriving' and sha256 is not null
$$;
revoke all on function keep_fetched(uuid, uuid) from public;
grant execute on function keep_fetched(uuid, uuid) to flowarden_pulls;

-- Has the jobs carry a round on: submit what was fetched, collect results, end it. The process that pulls may add no other job.
create function advance_pull(organisation uuid, pull uuid) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform public.add_jobs('advance-pull', json_build_array(json_build_object(
    'payload', json_build_object('orgId', organisation, 'pullId', pull),
    'jobKey', 'advance-pull ' || pull,
    'maxAttempts', 25
  )));
end
$$;
revoke all on function advance_pull(uuid, uuid) from public;
grant execute on function advance_pull(uuid, uuid) to flowarden_app, flowarden_pulls;
