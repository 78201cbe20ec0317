/** Builds an index without blocking writes, even on a partitioned table, where Postgres itself cannot. */
import type { Sql } from './connections.ts';
import { inTransaction } from './database.ts';
import type { Transaction } from './transaction.ts';

/** Parts of `create index`. */
export interface IndexDefinition {
  readonly unique: string;
  readonly name: string;
  readonly table: string;
  /** Rest of the statement, from the method or the columns on. */
  readonly definition: string;
}

/** Parses a file with one statement `create index NAME on TABLE …;` and comments. @throws Error for anything else */
export function readIndexDefinition(text: string): IndexDefinition {
  const statement = text.replace(/^--.*$/gm, '').trim();
  const groups = /^create (?<unique>unique )?index (?<name>\w+) on (?<table>\w+) (?<definition>[^;]+);$/.exec(
    statement,
  )?.groups;
  if (groups === undefined) throw new Error('it must be one statement: create index NAME on TABLE …;');
  const { unique = '', name, table, definition } = groups;
  return { unique, name: name!, table: table!, definition: definition! };
}

/**
 * Builds an index, and rebuilds what an earlier attempt has left unfinished. On a partitioned table each partition
 * gets its own, which is then attached. An empty table, as in a new database, gets its index at once: that blocks no other program for long.
 */
export async function buildIndexConcurrently(
  sql: Sql,
  { unique, name, table, definition }: IndexDefinition,
  lockMsMax: number,
  signal: AbortSignal,
): Promise<void> {
  const isPartitioned = await inTransaction(sql, (inner) => isPartitionedTable(inner, table));
  const build = async (own: string, on: string) => {
    await sql.statement(`drop index concurrently if exists ${own}`, signal);
    await sql.statement(`create ${unique}index concurrently ${own} on ${on} ${definition}`, signal);
  };
  const briefly = (text: string) =>
    inTransaction(sql, async (inner) => {
      await limitLockTime(inner, lockMsMax);
      await inner.unsafe(text);
    });
  if (await inTransaction(sql, (inner) => isNewOnEmptyTable(inner, name, table)))
    return briefly(`create ${unique}index ${name} on ${table} ${definition}`);
  if (!isPartitioned) return build(name, table);
  await briefly(`create ${unique}index if not exists ${name} on only ${table} ${definition}`);
  for (const partition of await inTransaction(sql, (inner) => listPartitionsWithout(inner, table, name))) {
    const own = indexNameOf(partition, name);
    await build(own, partition);
    await briefly(`alter index ${name} attach partition ${own}`);
  }
}

/** Limits the lock wait of the transaction's statements: other statements queue behind it. */
export async function limitLockTime(sql: Transaction, lockMsMax: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${lockMsMax}ms`}, true)`;
}

/** Postgres truncates names to 63 bytes; those of partitions end with the month, which must remain. */
function indexNameOf(partition: string, name: string): string {
  return `${name.slice(0, 62 - partition.length)}_${partition}`;
}

async function isPartitionedTable(sql: Transaction, table: string): Promise<boolean> {
  const [row] = await sql<
    { kind: string }[]
  >`select relkind as kind from pg_class where oid = ${table}::regclass`;
  return row?.kind === 'p';
}

async function isNewOnEmptyTable(sql: Transaction, name: string, table: string): Promise<boolean> {
  const [row] = await sql<{ isNew: boolean }[]>`
    select to_regclass(${name}) is null and not exists (select from ${sql(table)}) as is_new`;
  return row?.isNew === true;
}

async function listPartitionsWithout(
  sql: Transaction,
  table: string,
  index: string,
): Promise<readonly string[]> {
  const rows = await sql<{ name: string }[]>`
    select part.relname as name
    from pg_inherits join pg_class part on part.oid = inhrelid
    where inhparent = ${table}::regclass and not exists (
      select from pg_inherits attached join pg_index on pg_index.indexrelid = attached.inhrelid
      where attached.inhparent = ${index}::regclass and pg_index.indrelid = part.oid
    )
    order by part.relname`;
  return rows.map(({ name }) => name);
}
