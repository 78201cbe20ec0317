/** What a schema offers to programs and demands of them, read from the catalogues of Postgres. */
import type postgres from 'postgres';

/** What a row, or a change of rows, must fulfil. */
export interface Demand {
  readonly table: string;
  /** The columns that it is about; none: it concerns every row. */
  readonly columns: readonly string[];
  readonly text: string;
}

export interface Catalogue {
  /** Facts that a program may rely on, as `column validations.label has type text`. */
  readonly offers: ReadonlySet<string>;
  readonly demands: readonly Demand[];
  readonly tables: ReadonlySet<string>;
  /** As `validations.label`. */
  readonly columns: ReadonlySet<string>;
}

/** Tables of our own schema. Partitions have what their parent has. */
const OUR_TABLES = `
  select oid, relname, relacl, relrowsecurity from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') and not relispartition`;

const OUR_COLUMNS = `
  select t.oid, t.relname, attname, attnum, atttypid, atttypmod, attnotnull, attgenerated,
    atthasdef or attidentity <> '' as has_default, t.relname || '.' || attname as name
  from (${OUR_TABLES}) t join pg_attribute on attrelid = t.oid and attnum > 0 and not attisdropped`;

const ROLES = `select unnest(array['flowarden_app', 'flowarden_deliveries', 'flowarden_pulls'])::name as role`;

const OFFERS = `
  select 'table ' || relname from (${OUR_TABLES}) t
  union all
  select format('table %s has no row-level security', relname) from (${OUR_TABLES}) t where not relrowsecurity
  union all
  select format('column %s has type %s', name, format_type(atttypid, atttypmod)) from (${OUR_COLUMNS}) c
  union all
  select format('column %s is never null', name) from (${OUR_COLUMNS}) c where attnotnull
  union all
  select format('column %s has a default', name) from (${OUR_COLUMNS}) c where has_default
  union all
  select format('column %s can be written', name) from (${OUR_COLUMNS}) c where attgenerated = ''
  union all
  select format('%s may %s %s', role, privilege, name) from (${OUR_COLUMNS}) c, (${ROLES}) r,
    unnest(array['select', 'insert', 'update']) as privilege
  where has_column_privilege(role, oid, attnum, privilege)
  union all
  select format('%s may delete from %s', role, relname) from (${OUR_TABLES}) t, (${ROLES}) r
  where has_table_privilege(role, oid, 'delete')
  union all
  select format('function %s(%s) returns %s', proname, pg_get_function_arguments(oid), pg_get_function_result(oid))
  from pg_proc where pronamespace = 'public'::regnamespace
  union all
  select format('function %s has one signature', proname)
  from pg_proc where pronamespace = 'public'::regnamespace group by proname having count(*) = 1
  union all
  select format('function %s runs as its owner', oid::regprocedure)
  from pg_proc where pronamespace = 'public'::regnamespace and prosecdef
  union all
  select format('%s may call %s', role, oid::regprocedure) from pg_proc, (${ROLES}) r
  where pronamespace = 'public'::regnamespace and has_function_privilege(role, oid, 'execute')
  union all
  select format('type %s', typname) from pg_type
  where typnamespace = 'public'::regnamespace and typtype in ('e', 'd')
  union all
  select replace(pg_get_indexdef(indexrelid), ' ON ONLY ', ' ON ')
  from pg_index join (${OUR_TABLES}) t on t.oid = indrelid where indisvalid
  union all
  select format('%s: %s', relname, pg_get_constraintdef(f.oid))
  from pg_constraint f join (${OUR_TABLES}) t on t.oid = conrelid where contype = 'f'
  union all
  select format('policy %s on %s for %s to %s using (%s) with check (%s)', policyname, tablename, cmd, roles, qual, with_check)
  from pg_policies where schemaname = 'public' and permissive = 'PERMISSIVE'
  union all
  select pg_get_triggerdef(g.oid) from pg_trigger g join (${OUR_TABLES}) t on t.oid = tgrelid
  where not tgisinternal`;

const COLUMNS_OF = (numbers: string, table: string) =>
  `array(select attname::text from unnest(${numbers}) as number join pg_attribute on attrelid = ${table} and attnum = number)`;

const DEMANDS = `
  select relname as "table", array[attname::text] as columns, format('%s must have a value', name) as text
  from (${OUR_COLUMNS}) c where attnotnull
  union all
  select relname, '{}', format('an insert into %s must set %s', relname, attname)
  from (${OUR_COLUMNS}) c where attnotnull and not has_default
  union all
  -- A constraint that is not validated yet holds for new rows too.
  select relname, ${COLUMNS_OF('conkey', 'conrelid')}, replace(pg_get_constraintdef(k.oid), ' NOT VALID', '')
  from pg_constraint k join (${OUR_TABLES}) t on t.oid = conrelid where contype in ('c', 'f', 'x')
  union all
  select relname,
    case when 0 = any (indkey::int2[]) then '{}' else ${COLUMNS_OF('indkey::int2[]', 'indrelid')} end,
    format('unique %s', regexp_replace(pg_get_indexdef(indexrelid), '^.* USING ', ''))
  from pg_index join (${OUR_TABLES}) t on t.oid = indrelid where indisunique
  union all
  select t.relname, '{}', format('a delete from %s must delete its rows of %s first', t.relname, conrelid::regclass)
  from pg_constraint f join (${OUR_TABLES}) t on t.oid = confrelid
  where contype = 'f' and confdeltype in ('a', 'r')
  union all
  select tablename, '{}', format('restrictive policy %s: %s %s', policyname, qual, with_check)
  from pg_policies where schemaname = 'public' and permissive = 'RESTRICTIVE'`;

/** Reads the catalogues, in the transaction if it is one. */
export async function readCatalogue(sql: postgres.ISql): Promise<Catalogue> {
  const texts = async (query: string) =>
    new Set((await sql.unsafe(query).values()).map(([text]) => text as string));
  return {
    offers: await texts(OFFERS),
    demands: [...(await sql.unsafe<Demand[]>(DEMANDS))],
    tables: await texts(`select relname from (${OUR_TABLES}) t`),
    columns: await texts(`select name from (${OUR_COLUMNS}) c`),
  };
}
