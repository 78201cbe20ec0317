-- Who has been shown a secret of a key besides its maker: nobody approves what they requested with a key that they rotated.
create index audit_entries_rotations on audit_entries (org_id, target_id) where action = 'api_key.rotated';
