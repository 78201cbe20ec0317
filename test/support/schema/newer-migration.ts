/** A migration that this program does not know, as the next version may bring it: it expands everything that can be. */
import { type Migration, newestMigration } from '../../../src/infra/database/migrations.ts';

/** New columns with and without a default on every table, a wider list of values, a table, an index, functions, a trigger. */
export const NEWER_MIGRATION: Migration = {
  version: newestMigration() + 1,
  name: `${String(newestMigration() + 1).padStart(4, '0')}_newer.sql`,
  text: `-- What the next version needs.
    do $$
    declare
      name text;
    begin
      for name in
        select relname from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      loop
        execute format(
          'alter table %I
             add column newer_note text,
             add column newer_kind text not null default ''usual'' check (newer_kind in (''usual'', ''rare'')),
             add column newer_size integer generated always as (length(newer_kind)) stored',
          name
        );
      end loop;
    end
    $$;
    alter table organisation_members drop constraint organisation_members_role_check;
    alter table organisation_members add constraint organisation_members_role_check
      check (role in ('viewer', 'auditor', 'developer', 'approver', 'admin', 'owner'));
    create table newer_things (
      org_id uuid not null references organisations (id),
      id uuid not null,
      webhook_id uuid,
      primary key (org_id, id),
      foreign key (org_id, webhook_id) references webhooks (org_id, id) on delete cascade
    );
    grant select, insert, update on newer_things to flowarden_app;
    select tenant_wall('newer_things');
    create index validations_newer on validations (org_id, newer_note) where newer_note is not null;
    create function newer_note() returns trigger language plpgsql as $body$
    begin
      new.newer_note := new.status;
      return new;
    end
    $body$;
    create trigger newer_note before insert or update on validations for each row execute function newer_note();
    alter table events alter column occurred_at set default now();
    grant update (occurred_at) on events to flowarden_app;
    `,
};
