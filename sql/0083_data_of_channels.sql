-- Which data goes through a channel: classes and places by name, never a value.

alter table channel_ends
  -- Classes of data that a writer puts in, or that a reader lets out at its sinks.
  add column families text[] not null default '{}',
  -- Of a reader: where such data gets out, as a log.
  add column sinks text[] not null default '{}',
  -- Of a writer: where in the channel such data stands, each place also as a part of what contains it.
  add column places text[] not null default '{}';

-- A queue that thousands of workflows fill has few writers of such data.
create index channel_ends_data on channel_ends (org_id, kind, platform, key) where is_writer and places <> '{}';
