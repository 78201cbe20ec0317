/** Cost of a million validations for the organisation's own readers, and for its neighbours. */
import { performance } from 'node:perf_hooks';
import { Registry } from 'prom-client';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';
import { SETTINGS_DEFAULT } from '../../src/contract/organisation-settings.ts';
import { readList } from '../../src/infra/database/bounded-read.ts';
import type { Sql } from '../../src/infra/database/connections.ts';
import {
  connectApplication,
  connectOwner,
  disconnect,
  inTransaction,
  withOrganisation,
} from '../../src/infra/database/database.ts';
import type { TenantTransaction } from '../../src/infra/database/transaction.ts';
import { uuidV7 } from '../../src/infra/database/uuid-v7.ts';
import { ALL_ENTRIES, audit, listAuditEntries } from '../../src/service/audit/audit-store.ts';
import { type ChangeFilters, listChanges } from '../../src/service/changes/changes-store.ts';
import { listExceptions, listExceptionsOf } from '../../src/service/exceptions/exceptions-store.ts';
import { insertOrganisation } from '../../src/service/organisations/organisations-store.ts';
import { countRuns } from '../../src/service/results/estate/statistics-store.ts';
import type { EntryFilters } from '../../src/service/results/feed/feed-entry.ts';
import { listFeed } from '../../src/service/results/feed/feed-list-store.ts';
import { summariseFeed } from '../../src/service/results/feed/feed-summary-store.ts';
import { readInventory } from '../../src/service/results/inventory/inventory-store.ts';
import { readJudgingInput } from '../../src/service/validations/policy-input-store.ts';
import { type FeedFilters, listValidations } from '../../src/service/validations/validation-list-store.ts';
import { createDeliveryGauges } from '../../src/service/webhooks/delivery/delivery-metrics.ts';
import { listDeliveries } from '../../src/service/webhooks/delivery-log-store.ts';
import type { Figure } from '../figure.ts';
import { spread } from '../measure.ts';
import { makeRows, RARE } from '../million-rows.ts';
import { startDatabase } from '../postgres.ts';

const REPETITIONS = 7;
const LIST_BAR = { atMost: 50, stretch: 10 };
const SEARCH_BAR = { atMost: 150, stretch: 50 };
const DAY_MS = 86_400_000;
const VACUUM_MS_MAX = 600_000;

/** Query in the organisation's transaction. */
type Question = (sql: TenantTransaction) => Promise<unknown>;

const feed =
  (filters: FeedFilters): Question =>
  (sql) =>
    listValidations(sql, filters);

/** Every filter of the feed, with a value that many, few and no validations have. */
const FILTERS: Readonly<Record<string, FeedFilters>> = {
  'label, absent': { label: 'absent' },
  'label, rare': { label: RARE },
  'label, common': { label: 'release-10' },
  'source, absent': { source: 'absent' },
  'source, rare': { source: RARE },
  'source, common': { source: 'cicd' },
  'branch, absent': { branch: 'absent' },
  'branch, rare': { branch: RARE },
  'branch, common': { branch: 'main' },
  'repository, absent': { repository: 'absent' },
  'repository, rare': { repository: RARE },
  'repository, common': { repository: 'bank/robots-1' },
  'filename, absent': { filename: 'absent' },
  'filename, rare': { filename: RARE },
  'filename, common': { filename: 'src/File1.xaml' },
  'platform, absent': { platform: 'power-automate' },
  'platform, rare': { platform: 'blue-prism' },
  'platform, common': { platform: 'uipath' },
  'passed, rare': { passed: false },
  'passed, common': { passed: true },
  'score at most, absent': { maxScore: 4 },
  'score at most, rare': { maxScore: 5 },
  'score at least, absent': { minScore: 95 },
  'score at least, common': { minScore: 10 },
};

/** Builds the filter pairs of the documentation: each filter with a time, and the platform with the result. */
function documentedPairs(): Readonly<Record<string, FeedFilters>> {
  const month = {
    validatedAfter: new Date(Date.now() - 60 * DAY_MS),
    validatedBefore: new Date(Date.now() - 30 * DAY_MS),
  };
  const withTime = Object.entries(FILTERS).map(
    ([name, filters]) => [`${name}, in a month`, { ...filters, ...month }] as const,
  );
  return {
    ...Object.fromEntries(withTime),
    'platform and passed, absent': { platform: 'uipath', passed: false },
    'platform and passed, common': { platform: 'uipath', passed: true },
  };
}

/** Every indexed filter of the feed, with a value that many, few and no runs have. */
const FEED: Readonly<Record<string, EntryFilters>> = {
  'no filter': {},
  'label, absent': { label: 'absent' },
  'label, rare': { label: RARE },
  'branch, absent': { branch: 'absent' },
  'branch, common': { branch: 'main' },
  'repository, absent': { repository: 'absent' },
  'repository, common': { repository: 'bank/robots-1' },
  'filename, rare': { filename: RARE },
  'passed, rare': { passed: false },
  'status, absent': { status: 'failed' },
};

/** Filters of the feed without an index, which are held against the newest 10,000 runs. */
const FEED_SEARCHES: Readonly<Record<string, EntryFilters>> = {
  'part of a name, absent': { q: 'absent' },
  'platform, rare': { platform: 'blue-prism' },
};

function feedPage(filters: EntryFilters): Question {
  return (sql) => listFeed(sql, filters, null, CONTRACT_LIMITS.pageSizeDefault);
}

/** Filters of the changes: with the index, and held against the newest 10,000. */
const CHANGES: Readonly<Record<string, ChangeFilters>> = {
  'no filter': {},
  'repository, common': { repository: 'bank/robots-1' },
  'repository, absent': { repository: 'absent' },
  'branch, absent': { branch: 'absent' },
  'passed, rare': { passed: false },
};

/** Builds every list query, by its name. */
function lists(webhookId: string): Readonly<Record<string, Question>> {
  const deliveries =
    (status: 'succeeded' | 'failed' | 'skipped' | 'pending' | 'sending' | null): Question =>
    (sql) =>
      listDeliveries(sql, webhookId, { status, cursor: null, pageSize: CONTRACT_LIMITS.pageSizeDefault });
  const auditLog =
    (filters: object): Question =>
    (sql) =>
      listAuditEntries(sql, { ...ALL_ENTRIES, ...filters }, null, CONTRACT_LIMITS.pageSizeDefault);
  const exceptions =
    (filters: object): Question =>
    (sql) =>
      listExceptions(
        sql,
        { status: null, ruleId: null, fileName: null, requester: null, ...filters },
        new Date(),
        null,
        CONTRACT_LIMITS.pageSizeDefault,
      );
  const feeds = Object.entries({ ...FILTERS, ...documentedPairs() }).map(
    ([name, filters]) => [`validations by ${name}`, feed(filters)] as const,
  );
  return {
    validations: feed({}),
    'validations of a month': feed({
      validatedAfter: new Date(Date.now() - 60 * DAY_MS),
      validatedBefore: new Date(Date.now() - 30 * DAY_MS),
    }),
    ...Object.fromEntries(feeds),
    ...Object.fromEntries(
      Object.entries(FEED).map(([name, filters]) => [`feed by ${name}`, feedPage(filters)] as const),
    ),
    ...Object.fromEntries(
      Object.entries(CHANGES).map(([name, filters]): readonly [string, Question] => [
        `changes by ${name}`,
        (sql) => listChanges(sql, filters, { cursor: null, pageSize: CONTRACT_LIMITS.pageSizeDefault }),
      ]),
    ),
    'summary of the feed': (sql) =>
      summariseFeed(sql, { since: new Date(Date.now() - 7 * DAY_MS), now: new Date() }, null),
    deliveries: deliveries(null),
    'deliveries that succeeded': deliveries('succeeded'),
    'deliveries that failed': deliveries('failed'),
    'deliveries that were skipped': deliveries('skipped'),
    'deliveries that wait': deliveries('pending'),
    'deliveries that are sent': deliveries('sending'),
    'audit log': auditLog({}),
    'audit log by action, rare': auditLog({ action: 'plan.updated' }),
    'audit log by action, absent': auditLog({ action: 'webhook.tested' }),
    'audit log by actor, rare': auditLog({ actorId: RARE }),
    'audit log by kind, rare': auditLog({ targetKind: 'organisation' }),
    'audit log by target, rare': auditLog({ targetId: RARE }),
    'audit log of before': auditLog({ until: new Date(0) }),
    'audit log since': auditLog({ since: new Date(Date.now() + DAY_MS) }),
    exceptions: exceptions({}),
    'exceptions by rule, rare': exceptions({ ruleId: RARE }),
    'exceptions by file, rare': exceptions({ fileName: RARE }),
    'exceptions that wait': exceptions({ status: 'pending' }),
    'exceptions that are approved': exceptions({ status: 'approved' }),
    'exceptions that expired': exceptions({ status: 'expired' }),
    'exceptions that were rejected': exceptions({ status: 'rejected' }),
    'exceptions that were revoked': exceptions({ status: 'revoked' }),
    'exceptions of a file': (sql) =>
      listExceptionsOf(
        sql,
        [{ scope: 'bank/robots', path: 'src/File1.xaml', formerName: 'File1.xaml' }],
        new Date(),
      ),
  };
}

/** Queries the predecessor of a run on a branch that has none. */
const predecessor: Question = (sql) =>
  readJudgingInput(
    sql,
    {
      platform: 'uipath',
      exceptionScope: 'bank/robots-1',
      file: { scope: 'bank/robots-1', path: 'src/New.xaml', formerName: 'New.xaml' },
      branch: 'feature/of-its-own',
      defaultBranches: SETTINGS_DEFAULT.defaultBranches,
    },
    new Date(),
  );

async function timesOf(query: () => Promise<unknown>, repetitions = REPETITIONS): Promise<readonly number[]> {
  await query();
  const times: number[] = [];
  for (let turn = 0; turn < repetitions; turn += 1) {
    const start = performance.now();
    await query();
    times.push(performance.now() - start);
  }
  return times;
}

/** Builds the figure of one query; the bar is about the median. */
function timed(name: string, times: readonly number[]): Figure {
  const all = spread(times);
  return {
    name,
    unit: 'ms',
    against: 'ms of the median',
    ...all,
    ratio: all.median,
    bar: LIST_BAR,
    n: times.length,
  };
}

/** Builds the figure of a query that must not grow with the rows: the ratio is to its time in an empty database. */
function grown(name: string, before: readonly number[], after: readonly number[]): Figure {
  return {
    name,
    unit: 'ms',
    against: 'of the same in an empty database, medians by the clock',
    ...spread(after),
    ratio: spread(after).median / spread(before).median,
    bar: { atMost: 1.2, stretch: 1.05 },
    n: after.length,
    facts: { emptyMs: spread(before).median },
  };
}

/** Builds the queries that an organisation's rows must not slow down. */
function constantQueries(
  app: Sql,
  owner: Sql,
  orgId: string,
): Readonly<Record<string, () => Promise<unknown>>> {
  const gauges = createDeliveryGauges(new Registry(), owner);
  return {
    predecessor: () => withOrganisation(app, orgId, (sql) => predecessor(sql)),
    'audit entry': () => withOrganisation(app, orgId, (sql) => addAuditEntry(sql)),
    'scrape of deliveries': () => gauges.refresh(),
  };
}

function addAuditEntry(sql: TenantTransaction): Promise<void> {
  return audit(sql, {
    actor: { kind: 'key', id: 'bench', name: 'Bench', email: null },
    action: 'settings.updated',
    target: { kind: 'settings', id: sql.orgId, name: 'Settings' },
    details: {},
    requestId: null,
  });
}

/** Measures the inventory, which reads the newest run of each workflow, after the vacuum that Postgres does by itself. */
async function inventory(app: Sql, owner: Sql, orgId: string): Promise<Figure> {
  await owner.statement('vacuum (analyze) validations', AbortSignal.timeout(VACUUM_MS_MAX));
  const [kind, repository, branch] = ['host', null, null] as const;
  const query = { kind, value: 'absent.example', repository, branch };
  const times = await timesOf(() => readInventory(app, orgId, query, { cursor: null, pageSize: 50 }));
  return { ...timed('inventory of 10,000 workflows', times), bar: { atMost: 2_000, stretch: 500 } };
}

/** Measures the statistics, which read every run of their time. */
async function* statistics(app: Sql, orgId: string): AsyncGenerator<Figure> {
  for (const days of [7, 30]) {
    const to = new Date();
    const query = { from: new Date(to.getTime() - days * DAY_MS), to, group: 'platform' } as const;
    const times = await timesOf(() => withOrganisation(app, orgId, (sql) => countRuns(sql, query)));
    yield { ...timed(`statistics of ${days} days`, times), bar: { atMost: 2_000, stretch: 500 } };
  }
}

/** Callers of one organisation that read lists, each with one call at a time. */
const CALLERS = 12;

/**
 * Measures the queries of a neighbour's validation. Meanwhile callers of the large organisation filter by an absent
 * label.
 */
async function neighbour(app: Sql, owner: Sql, orgId: string): Promise<Figure> {
  const neighbourId = uuidV7();
  await inTransaction(owner, (sql) => insertOrganisation(sql, { id: neighbourId, name: 'Neighbour' }));
  const validate = () => withOrganisation(app, neighbourId, (sql) => predecessor(sql));
  const quiet = spread(await timesOf(validate, 300)).median;
  let isOver = false;
  const call = async () => {
    while (!isOver) await readList(app, orgId, (sql) => listValidations(sql, { label: 'absent' }));
  };
  const callers = Array.from({ length: CALLERS }, call);
  const times = spread(await timesOf(validate, 300));
  isOver = true;
  await Promise.all(callers);
  return {
    name: `neighbour beside ${CALLERS} callers`,
    unit: 'ms',
    against: 'of its median without other queries, by the clock',
    ...times,
    ratio: times.median / quiet,
    bar: { atMost: 2, stretch: 1.2 },
    n: 300,
    facts: { quietMs: quiet },
  };
}

/** Measures a million validations, or `count` of them. */
export async function* million(count = 1_000_000): AsyncGenerator<Figure> {
  await using database = await startDatabase();
  const { url, orgId } = database;
  const [app, owner] = [connectApplication(url), connectOwner(url)];
  const constant = Object.entries(constantQueries(app, owner, orgId));
  const empty = new Map<string, readonly number[]>();
  for (const [name, query] of constant) empty.set(name, await timesOf(query, 100));
  const { webhookId } = await makeRows(owner, orgId, count);
  for (const [name, query] of constant) yield grown(name, empty.get(name)!, await timesOf(query, 100));
  for (const [name, question] of Object.entries(lists(webhookId)))
    yield timed(name, await timesOf(() => withOrganisation(app, orgId, (sql) => question(sql))));
  for (const [name, filters] of Object.entries(FEED_SEARCHES)) {
    const search = () => withOrganisation(app, orgId, (sql) => feedPage(filters)(sql));
    yield { ...timed(`feed by ${name}`, await timesOf(search)), bar: SEARCH_BAR };
  }
  yield await inventory(app, owner, orgId);
  yield* statistics(app, orgId);
  yield await neighbour(app, owner, orgId);
  await Promise.all([disconnect(app), disconnect(owner)]);
}
