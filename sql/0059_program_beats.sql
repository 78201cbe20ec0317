-- Programs that serve calls and hold no jobs, for operators who look at which versions run: a core writes itself and the gateways
-- that call it. Unlogged: what a crash loses is written again within seconds.
create unlogged table program_beats (
  -- The core that writes it.
  core_id uuid not null,
  role text not null check (role in ('core', 'gateway')),
  version text not null,
  beaten_at timestamptz not null default now(),
  primary key (core_id, role, version)
);

grant select, insert, update, delete on program_beats to flowarden_app;
grant select on program_beats to flowarden_deliveries;

-- So that `flowarden doctor` finds a core with another pepper, over the account of the core. It is an HMAC under the pepper itself.
grant select (pepper_fingerprint) on installation to flowarden_app;
