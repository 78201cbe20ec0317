/** Bytes in the database of results past their inline days: in the bucket against all in the rows. */

import S3rver from 's3rver';
import { judgeReport } from '../../src/analysis/engine/judge-report.ts';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { PLATFORM_NAMES } from '../../src/analysis/model/platform.ts';
import { BUILTIN_GATE } from '../../src/analysis/model/policy.ts';
import type { Report } from '../../src/analysis/model/report.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { PIPELINE_FIELDS, type PipelineContext } from '../../src/contract/ci-context.ts';
import { eachTag } from '../../src/contract/runs/run-tags.ts';
import { fileOf } from '../../src/contract/runs/same-file.ts';
import { openBlobs } from '../../src/infra/blobs/open-blobs.ts';
import type { Sql } from '../../src/infra/database/connections.ts';
import {
  connectOwner,
  disconnect,
  inTransaction,
  withOrganisation,
} from '../../src/infra/database/database.ts';
import { uuidV7 } from '../../src/infra/database/uuid-v7.ts';
import { packNextOutlines, packNextResults } from '../../src/service/results/bodies/pack-results.ts';
import {
  listWastefulPartitions,
  rewritePartition,
} from '../../src/service/results/bodies/rewrite-partitions-store.ts';
import { insertOutlines } from '../../src/service/results/outlines/outlines-store.ts';
import type { ValidationRecord } from '../../src/service/validations/validation-record.ts';
import { insertValidation } from '../../src/service/validations/validations-store.ts';
import type { Figure, Skipped } from '../figure.ts';
import { CORPUS_ABSENT, corpusOf } from '../inputs/corpus.ts';
import { spread } from '../measure.ts';
import { makePartitions } from '../million-rows.ts';
import { startDatabase } from '../postgres.ts';
import { temporaryFolder } from '../temporary.ts';

const RESULTS = 50_000;
const BATCH = 5_000;
const DAY_MS = 86_400_000;
/** Age of the oldest and the newest of the results: what an installation has past its inline days. */
const DAYS = { from: 400, to: 31 };
const MONTHS = 14;
const HOUR_MS = 3_600_000;

/** Result of a real file, as runs of a pipeline store it. */
interface Sample {
  readonly filename: string;
  readonly bytes: number;
  readonly report: Report;
}

function* samples(): Generator<Sample> {
  const engine = createEngine(RULES);
  for (const [number, { name, bytes }] of PLATFORM_NAMES.flatMap(corpusOf).entries()) {
    const task = {
      bytes,
      filename: name,
      platform: undefined,
      ruleset: 'default',
      findingsMax: 10_000,
      keepsOutline: true,
    } as const;
    try {
      yield { filename: `robots/${number}/${name}`, bytes: bytes.length, report: engine.validate(task) };
    } catch {
      // A file that cannot be judged has no result.
    }
  }
}

function recordOf(
  orgId: string,
  { filename, bytes, report }: Sample,
  at: Date,
  previous: Report | null,
): ValidationRecord {
  const context: Partial<PipelineContext> = {
    provider: 'github',
    host: 'github.com',
    repository: 'bank/robots',
    branch: 'refs/heads/main',
    commit: uuidV7(at).replaceAll('-', '').padEnd(40, '0'),
    workflowRunUrl: `https://github.com/bank/robots/actions/runs/${at.getTime()}`,
  };
  const pipeline = Object.fromEntries(
    PIPELINE_FIELDS.map((field) => [field, context[field] ?? null]),
  ) as unknown as PipelineContext;
  const { verdict } = judgeReport(report, {
    file: fileOf(filename, pipeline),
    exceptions: [],
    passed: undefined,
    enforcementMode: 'warning',
    gate: BUILTIN_GATE,
    at,
    previous:
      previous === null
        ? undefined
        : { score: previous.score, validatedAt: at, ownerId: 'bench', findings: previous.findings },
  });
  return {
    ...verdict,
    id: uuidV7(at),
    orgId,
    projectId: null,
    filename,
    hasPath: true,
    ...eachTag(() => null),
    source: 'cicd',
    branch: pipeline.branch,
    environment: null,
    policyPackId: null,
    policyPackSlug: null,
    enforcementMode: 'warning',
    pipeline,
    contentSha256: 'ab'.repeat(32),
    contentBytes: bytes,
    engineVersion: '1.0.0',
    isPart: false,
    validationMs: 12,
    ownerId: 'bench',
    ownerName: 'Bench',
  };
}

/** Stores two runs of each file, then copies the second ones until there are `count` runs, the oldest first. */
async function fill(sql: Sql, orgId: string, files: readonly Sample[], count: number): Promise<void> {
  const begin = Date.now() - DAYS.from * DAY_MS;
  const stepMs = ((DAYS.from - DAYS.to) * DAY_MS) / count;
  const stored = 2 * files.length;
  await withOrganisation(sql, orgId, async (inner) => {
    for (let n = 0; n < stored; n += 1) {
      const file = files[n % files.length]!;
      const previous = n < files.length ? null : file.report;
      if (file.report.outline?.bytes)
        await insertOutlines(inner, [{ ...file.report.outline, bytes: file.report.outline.bytes }]);
      await insertValidation(inner, recordOf(orgId, file, new Date(begin + n * stepMs), previous));
    }
  });
  const columns = await inTransaction(
    sql,
    (inner) => inner<{ name: string }[]>`
      select column_name as name from information_schema.columns where table_name = 'validations' and is_generated = 'NEVER'`,
  );
  const at = `to_timestamp((${begin} + n * ${stepMs}::float8) / 1000)`;
  const commit = `lpad(to_hex(n), 40, 'c0ffee')`;
  const values: Readonly<Record<string, string>> = {
    id: `overlay(gen_random_uuid()::text placing left(uuid_v7_floor(${at})::text, 15) from 1)::uuid`,
    validated_at: at,
    created_at: at,
    pipeline: `pipeline || jsonb_build_object('commit', ${commit}, 'workflowRunUrl', 'https://github.com/bank/robots/actions/runs/' || ${begin} + n)`,
  };
  for (let first = stored; first < count; first += BATCH)
    await inTransaction(
      sql,
      (inner) =>
        inner.unsafe(`
          insert into validations (${columns.map(({ name }) => name).join(', ')})
          select ${columns.map(({ name }) => values[name] ?? name).join(', ')}
          from (
            select *, row_number() over (order by id) - 1 as number from (select * from validations order by id limit ${stored}) as stored
          ) as file, generate_series(${first}, ${Math.min(first + BATCH, count) - 1}) as n
          where number = ${files.length} + n % ${files.length}
          order by n`),
      HOUR_MS,
    );
  // What the retention of events has deleted by then, and the age of what was inserted just now.
  await inTransaction(
    sql,
    async (inner) => {
      await inner`truncate events, deliveries, delivery_queue, feed_changes`;
      await inner`update outlines set used_at = now() - interval '31 days'`;
    },
    HOUR_MS,
  );
}

/** Bytes of what there is of results, once dead rows are vacuumed; `index`: of indexes of their rows. */
async function bytesOf(sql: Sql): Promise<{ readonly all: number; readonly index: number }> {
  for (const table of ['validations', 'outlines', 'blobs', 'packed_results'])
    await sql.statement(`vacuum analyze ${table}`, AbortSignal.timeout(HOUR_MS));
  const [row] = await inTransaction(
    sql,
    (inner) => inner<[{ all: number; index: number }]>`
      select sum(pg_total_relation_size(oid))::float8 as all,
        sum(pg_indexes_size(oid)) filter (where relname like 'validations%')::float8 as index
      from pg_class
      where relkind = 'r' and (relname like 'validations%' or relname in ('outlines', 'blobs', 'packed_results'))`,
  );
  return row;
}

/** Measures the bytes. `count` results. */
export async function* retention(count: number = RESULTS): AsyncGenerator<Figure | Skipped> {
  if (CORPUS_ABSENT !== null) {
    yield { name: 'results in the bucket', skipped: CORPUS_ABSENT };
    return;
  }
  await using database = await startDatabase();
  using folder = temporaryFolder();
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder.path,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port } = await server.run();
  const sql = connectOwner(database.url);
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const blobs = await openBlobs(sql, {
    bucket: 'files',
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    credentials,
  });
  const { orgId } = database;
  await inTransaction(sql, (inner) => makePartitions(inner, MONTHS));
  const files = [...samples()];
  await fill(sql, orgId, files, count);
  const before = await bytesOf(sql);
  const deps = { sql, contents: blobs.contents! };
  const limit = new Date(Date.now() - 30 * DAY_MS);
  const begun = performance.now();
  while ((await packNextResults(deps, orgId, limit)) !== undefined);
  while (await packNextOutlines(deps, orgId, limit));
  const moveMs = performance.now() - begun;
  // As the job does after the move.
  for (const name of await inTransaction(sql, (inner) => listWastefulPartitions(inner, limit)))
    await inTransaction(sql, (inner) => rewritePartition(inner, name, limit), HOUR_MS);
  const after = await bytesOf(sql);
  const [packs] = await inTransaction(
    sql,
    (inner) => inner<[{ count: number; bytes: number }]>`
      select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from blobs where packed is not null`,
  );
  yield {
    name: `${count.toLocaleString('en')} results past their inline days`,
    unit: 'bytes',
    against: 'of the bytes in the database without a bucket, each result',
    ...spread([after.all / count]),
    ratio: after.all / before.all,
    bar: { atMost: 0.3, stretch: 0.25 },
    n: 1,
    facts: {
      beforeBytes: before.all / count,
      beforeIndexBytes: before.index / count,
      indexBytes: after.index / count,
      files: files.length,
      packs: packs.count,
      bucketBytes: packs.bytes / count,
      resultsPerSecond: (count / moveMs) * 1000,
    },
  };
  blobs.close();
  await disconnect(sql);
  await server.close();
}
