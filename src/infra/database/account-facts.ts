/** Facts about the server, an account and row-level security, from catalogues that every account may read. */
import { APPLICATION_ROLE, DELIVERIES_ROLE, PULLS_ROLE } from './database.ts';
import { storableArray } from './postgres-text.ts';
import type { Transaction } from './transaction.ts';

/** Server and account of a connection. */
export interface AccountFacts {
  /** Version of the server, such as 18. */
  readonly serverVersion: number;
  readonly account: string;
  /** True for a superuser, and for an account that row-level security does not hold. */
  readonly isUnwalled: boolean;
  /** True if it owns our tables; null: they do not exist. */
  readonly isOwner: boolean | null;
  /** True if it may become the role of the application; null: the role does not exist. */
  readonly maySwitchToApplication: boolean | null;
  /** The same for the role of the deliveries. */
  readonly maySwitchToDeliveries: boolean | null;
  /** The same for the role of the pulls. */
  readonly maySwitchToPulls: boolean | null;
  /** Roles of the program that row-level security does not hold. */
  readonly unwalledRoles: readonly string[];
  /** Time of the server. */
  readonly now: Date;
}

/** Reads the facts of this connection. */
export async function readAccountFacts(sql: Transaction): Promise<AccountFacts> {
  const roles = [APPLICATION_ROLE, DELIVERIES_ROLE, PULLS_ROLE];
  const [row] = await sql<[AccountFacts]>`
    select current_setting('server_version_num')::int / 10000 as server_version,
      session_user as account,
      (select rolsuper or rolbypassrls from pg_roles where rolname = session_user) as is_unwalled,
      (select pg_has_role(session_user, relowner, 'usage') from pg_class
        where oid = to_regclass('schema_migrations')) as is_owner,
      (select pg_has_role(session_user, oid, 'member') from pg_roles where rolname = ${APPLICATION_ROLE})
        as may_switch_to_application,
      (select pg_has_role(session_user, oid, 'member') from pg_roles where rolname = ${DELIVERIES_ROLE})
        as may_switch_to_deliveries,
      (select pg_has_role(session_user, oid, 'member') from pg_roles where rolname = ${PULLS_ROLE})
        as may_switch_to_pulls,
      (select coalesce(json_agg(rolname order by rolname), '[]') from pg_roles
        where rolname = any(${storableArray(roles)}::text[]) and (rolsuper or rolbypassrls)) as unwalled_roles,
      clock_timestamp() as now`;
  return row;
}

/** Lists tables with rows of organisations that row-level security does not hold for the application. */
export async function listUnwalledTables(sql: Transaction): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and not relrowsecurity and has_any_column_privilege(${APPLICATION_ROLE}, oid, 'select')
      and exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'org_id')
    order by relname`;
  return rows.map(({ name }) => name);
}

/** Lists tables with a policy for the application, which may not read them. */
export async function listUnreadableTables(sql: Transaction): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct relname::text as name from pg_policy join pg_class on pg_class.oid = polrelid
    where (select oid from pg_roles where rolname = ${APPLICATION_ROLE}) = any(polroles)
      and not has_any_column_privilege(${APPLICATION_ROLE}, pg_class.oid, 'select')
    order by name`;
  return rows.map(({ name }) => name);
}
