/** The page on capacity lists what stands against sharding as the schema has it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testDatabase } from '../support/database/database.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/capacity.md'), 'utf8');

/** Unique keys of our tables that do not hold the organisation. */
const GLOBAL_KEYS = `
  select t.relname as table, string_agg(pg_get_indexdef(x.indexrelid, k.n, true), ', ' order by k.n) as columns
  from pg_index x
  join pg_class t on t.oid = x.indrelid
  cross join lateral generate_series(1, x.indnkeyatts::int) as k (n)
  where t.relnamespace = 'public'::regnamespace and x.indisunique and not t.relispartition and not exists (
    select from pg_attribute a where a.attrelid = t.oid and a.attname = 'org_id' and a.attnum = any(x.indkey::int2[])
  )
  group by x.indexrelid, t.relname`;

test('the page lists every unique key that does not hold the organisation', async () => {
  const { owner } = await testDatabase();
  const keys = await owner.unsafe<{ table: string; columns: string }[]>(GLOBAL_KEYS);
  const inSchema = keys.map(({ table, columns }) => `${table} (${columns})`).sort();
  const [, section = ''] = /^## Why not shards\n(.*?)(?:^## |$(?![\s\S]))/ms.exec(PAGE) ?? [];
  const onPage = [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, key]) => key!).sort();
  assert.deepEqual(onPage, inSchema);
});
