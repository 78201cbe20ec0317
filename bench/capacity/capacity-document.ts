/** Writes `docs/capacity.md`: what a validation costs, what an installation needs, and where one database ends. */
import { markdownTable } from '../../src/text/markdown-table.ts';
import { GLOBAL_KEYS } from './global-keys.ts';
import { COSTS, OLD_RESULTS, SYNCHRONOUS } from './measures.ts';
import { ASSUMPTIONS, sizeFor, writerEnds } from './model.ts';

const PER_DAY = [10_000, 100_000, 1_000_000, 10_000_000, 50_000_000] as const;

const count = (value: number): string => Math.round(value).toLocaleString('en');
const decimal = (value: number): string => (value >= 10 ? count(value) : value.toFixed(1));
/** Rounds to two digits: the model is no more exact than that. */
const about = (value: number): string => count(Number(value.toPrecision(2)));

/** Builds the page. */
export function capacityDocument(): string {
  const costs = COSTS.map((cost) => [
    cost.name,
    decimal(cost.statements),
    decimal(cost.commits),
    about(cost.walBytes),
    about(cost.storedBytes),
    decimal(cost.gatewayMs),
    decimal(cost.coreMs),
    decimal(cost.jobsMs),
    decimal(cost.postgresMs),
  ]);
  const sizes = PER_DAY.map((perDay) => {
    const size = sizeFor(perDay, SYNCHRONOUS);
    return [
      count(perDay),
      about(size.peakPerSecond),
      count(size.coreProcessors),
      count(size.gatewayProcessors),
      count(size.jobsProcessors),
      count(size.databaseProcessors),
      `${about(size.diskGb)} GB`,
      about(size.dollarsMonth),
      `${about(size.withBucket.diskGb)} GB`,
      about(size.withBucket.dollarsMonth),
    ];
  });
  const ends = writerEnds(SYNCHRONOUS);
  const first = Math.min(...Object.values(ends));
  const a = ASSUMPTIONS;
  const perProcessor = (a.busyShare * 1000) / (SYNCHRONOUS.coreMs + SYNCHRONOUS.gatewayMs);
  return `# Capacity

Generated from the source: \`npm run generate\`.

For the person who decides how large an installation becomes. \`npm run bench capacity\` measures the first table on your machine,
\`npm run hosts\` the behaviour of several hosts; the rest is arithmetic.

## What a validation costs

Measured with \`npm start\` and the embedded Postgres on two processors, without the idle work of the processes. Milliseconds are
processor time; the file is a UiPath workflow.

${markdownTable(['validation', 'statements', 'commits', 'bytes of WAL', 'bytes stored', 'gateway ms', 'core ms', 'jobs ms', 'Postgres ms'], costs)}

An asynchronous file waits in the database, or in S3 ([settings](settings.md)), until its run has ended: with a bucket its bytes are
neither in the WAL nor on the disk of the database. Files of a project share their commits.

## What an installation needs

For synchronous validations of 51 KB. The busiest minute has ${a.peakFactor} times the mean of the day, processors are used to ${a.busyShare * 100} %
then, and each role and the database have ${a.processorsMin} at least, so that a host may fail. Results stay ${a.retentionDays} days. The prices are those of
usual clouds: $${a.roleHour} for an hour of a processor, $${a.databaseHour.toFixed(2)} of a managed database's, $${a.diskMonth} for a month of a gigabyte on its disk,
$${a.bucketMonth} in a bucket, $${a.egress} for a gigabyte that leaves.

${markdownTable(['validations a day', 'a second at the peak', 'core processors', 'gateway processors', 'jobs processors', 'database processors', 'database disk', '$ a month', 'disk with a bucket', '$ with a bucket'], sizes)}

* A processor of gateway and core together does about ${about(perProcessor)} validations a second at ${a.busyShare * 100} %. Add hosts; nothing else changes
  ([several cores](operations.md#several-cores)).
* The disk is the largest part of the bill. With a bucket, ${Math.round(OLD_RESULTS.share * 100)} % of a result's bytes stay in the database after ${OLD_RESULTS.inlineDays} days
  ([old results](operations.md#old-results-in-the-bucket)); a shorter retention in \`/api/v1/organisation/settings\` saves all of them.
* Connections: each core has \`FLOWARDEN_DATABASE_CONNECTIONS\` (10) and one more, a jobs process three times as many. From about six cores
  on put [a pooler](deployment.md#a-connection-pooler) between them and Postgres.

## Where one database ends

All writes go to one Postgres. Counted for synchronous validations, it ends at the smallest of these:

${markdownTable(
  ['limit of one writer', 'validations a second'],
  [
    [`${a.writerProcessors} processors at ${a.busyShare * 100} %`, about(ends.processors)],
    [`${count(a.writerCommits)} durable commits a second, as fast disks have them`, about(ends.commits)],
    [`${count(a.writerWalBytes / 1e6)} MB of WAL a second`, about(ends.wal)],
  ],
)}

So one installation ends at about ${about(first)} validations a second, which is ${about((first / a.peakFactor) * 86_400)} a day with the same peak. Flowarden reads
from the writer too: a replica for lists and dashboards would be the first relief.

## Beyond one database: cells

A cell is a whole installation: its own database, bucket, roles and secrets. An organisation lives in one cell, and no statement ever
joins two. What is in front of the cells needs one table, the directory: organisation → cell. Calls with a key or a token name their
organisation in \`X-Org-Id\`, so that a gateway or a load balancer can choose the cell before it reads a body; a person who signs in has to be found
by address first. An organisation moves
by being suspended, copied (every table holds \`org_id\`) and entered in the directory anew. Flowarden has no directory yet: until an installation
nears the number above, give large customers installations of their own by name.

A cell that fails takes its organisations with it and no others, and a new version can be tried on one cell first. That is worth more than
the size that is won.

## Why not shards

Postgres can be sharded inside, with Citus or by hand: every table is spread by \`org_id\`, and every unique key has to hold it. These do not,
so each would have to be a table that all shards have in common, written with two-phase commits, or a lookup on all shards at every call:

${markdownTable(
  ['unique key', 'reason'],
  Object.entries(GLOBAL_KEYS).map(([key, reason]) => [`\`${key}\``, reason]),
)}

The job queue is one more such table, and the number of shards is chosen once and hard to change. Cells share nothing, and one is added
by installing it.
`;
}
