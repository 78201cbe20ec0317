-- Sources that a command beside the platform sends: the API key that may do so.
alter table sources add column sender_key_id text;
