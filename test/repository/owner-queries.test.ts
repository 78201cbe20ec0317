/**
 * The jobs work over the owner's connections, which row-level security does not hold: there the statements themselves are
 * the only wall between organisations. The list of functions is made from what the jobs import: a new one has to name the
 * organisation in each of its statements, or be listed here with the reason why it is about all of them.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { test } from 'node:test';

const SOURCE = join(import.meta.dirname, '../../src');

/** Functions about all organisations, by reason. Those of the first kind pass `org_id` from row to row. */
const BY_ROW = 'takes rows of all, each together with its organisation';
const OF_ALL: Readonly<Record<string, readonly string[]>> = {
  [BY_ROW]: [
    'claims-store.lockDueDeliveries',
    'claims-store.dequeueUnsent',
    'claims-store.releaseDeliveriesOf',
    'contents-store.findEvents',
    'contents-store.findStoredBodies',
    'contents-store.findRecipients',
    'contents-store.storeBodies',
    'target-claims-store.claimTarget',
    'ticket-claims-store.claimTicketTarget',
    'wanted-tickets-store.listActiveTicketTargets',
    'mail-queue-store.claimMail',
    'mail-queue-store.queueNotices',
    'attempts-store.finishAttempts',
    'attempts-store.lockWebhooksOf',
    'attempts-store.recordWebhookChanges',
    'announcements-store.announceExceptions',
    'events-store.insertEvent',
    'channel-ends-store.deleteUnusedChannels',
    'abandoned-projects.listAbandonedProjects',
    'backlog-days-store.deleteBacklogBefore',
    'backlog-days-store.deleteBacklogPastOwnRetention',
    'backlog-days-store.deleteFixedBefore',
    'workflow-forms-store.deleteOldForms',
    'open-pull-store.listSilentPulls',
    'pushes-store.endSilentPushes',
    'source-announcements-store.listEndedPulls',
    'source-announcements-store.takeExpiringCredentials',
    'blob-rows.listNeedlessBlobs',
    'webhook-secrets-store.lockSealedSecrets',
    'delivery-log-store.deleteDeliveriesBefore',
    'delivery-log-store.deleteDeliveriesPastOwnRetention',
    'file-reports.deleteForgottenFileReports',
    'file-reports.preserveReportsOfNewestRuns',
    'unused-packs-store.releaseUnusedPacks',
    'unused-packs-store.releaseUnusedOutlinePacks',
    'outlines-store.deleteForgottenOutlines',
    'idempotency-store.deleteOldKeys',
    'feed-changes-store.deleteOldChanges',
    'old-changes-store.deleteChangesPastRetention',
    'security-events-store.deleteOldSecurityEvents',
    'target-backlog-store.readTargetBacklog',
    'retention-store.deleteEventsBefore',
    'retention-store.deleteEventsPastOwnRetention',
    'retention-store.deleteProjectsPastRetention',
    'retention-store.deleteValidationsBefore',
    'retention-store.deleteValidationsPastOwnRetention',
    'retention-store.deleteWorkflowsBefore',
    'retention-store.deleteWorkflowsPastOwnRetention',
    'retention-store.dropPartition',
  ],
  'calls a function of the database whose rows carry their organisation': [
    'claims-store.claimDeliveries',
    'claims-store.makeDue',
  ],
  'counts for the metrics of the operator and reveals nothing of any organisation': [
    'any-source-store.hasSources',
    'packable-results-store.countPackedResults',
    'packable-results-store.readPackingLag',
    'partition-state-store.readPartitionStates',
    'plans-store.countOrganisationsByWay',
    'state-store.countDisabledWebhooks',
    'state-store.readDeliveryState',
    'queue-state.readQueueStates',
  ],
  'lets go of what processes hold that have died, whichever organisation it is of': [
    'target-claims-store.releaseTargetsOf',
    'ticket-claims-store.releaseTicketTargetsOf',
  ],
  'knows processes, jobs, partitions, migrations and organisations, which belong to none': [
    'job-processes.beat',
    'job-processes.forgetJobProcess',
    'job-processes.listLivingPrograms',
    'job-processes.listOtherJobProcesses',
    'job-processes.listUnknownHolders',
    'job-processes.unlockJobsOf',
    'job-processes.unlockUnheardJobs',
    'keep-beating.keepBeating',
    'job-queue.enqueue',
    'job-queue.shiftTurns',
    'backlog-days-store.listOrganisationsWithWorkflows',
    'packable-results-store.listOrganisationIds',
    'packable-results-store.mayOldProgramsRun',
    'partitions.makePartitionsAhead',
    'retention-store.listPartitionsBefore',
    'rewrite-partitions-store.listWastefulPartitions',
    'rewrite-partitions-store.rewritePartition',
    'retention-clock-store.readRetentionClock',
    'retention-clock-store.tickRetentionClock',
    'servable-schema.requireServableSchema',
    'servable-schema.waitForMigrations',
    'transaction-pooler.hasTransactionPooler',
  ],
  'turns the notes of mails on or off, for all organisations alike': ['mail-queue-store.recordMailState'],
  'deletes by age what was sent to members of all organisations': ['mail-queue-store.deleteSentMails'],
  'deletes by age what belongs to no organisation': [
    'free-scans-store.deleteScansBefore',
    'leads-store.deleteLeadsBefore',
    'refresh-store.deleteExpiredLogouts',
    'spent-proofs-store.deleteSpentProofsBefore',
    'limits-store.deleteSpentLimits',
    'sessions-store.deleteEndedSessions',
  ],
  'ends sessions of people of the identity provider, who belong to no organisation': [
    'waiting-notices-store.carryOutWaitingNotice',
    'waiting-notices-store.deleteWaitingNotice',
    'waiting-notices-store.listWaitingNotices',
  ],
  'deletes by their end alone the links of people and the invitations of all organisations': [
    'links-store.deleteEndedLinks',
  ],
};

/** Functions of a connection itself, which are no queries. */
const NO_QUESTIONS = new Set([
  'connections',
  'database',
  'migrate',
  'open-blobs',
  'postgres-text',
  'request-origin',
  'serve-claims',
  'silence-watch',
  'transaction',
  'uuid-v7',
]);
/** Files that run over the owner's connections. */
const JOB_FILE =
  /^(?:jobs|service\/(?:projects\/jobs|webhooks\/delivery|audit-targets\/sending|tickets\/sending))\/(?!.*-store\.ts$)|-job\.ts$|^processes\/(?:jobs|deliveries)\.ts$/;
/** Files with statements. */
const STORE_FILE = /-store\.ts$|\/store\/|^infra\/(?:blobs|database|queue)\//;

const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.ts'));
const stem = (file: string): string => basename(file, '.ts');
const STORE_FILES = new Map(FILES.filter((file) => STORE_FILE.test(file)).map((file) => [stem(file), file]));

/** `file.function` of every statement's function that a file of the jobs imports as a value. */
function imported(): ReadonlySet<string> {
  const found = new Set<string>();
  for (const file of FILES.filter((name) => JOB_FILE.test(name))) {
    const text = readFileSync(join(SOURCE, file), 'utf8');
    for (const [, names, specifier] of text.matchAll(/import \{([^}]*)\} from '(\.[^']+)'/g)) {
      const module = relative(SOURCE, resolve(SOURCE, dirname(file), specifier!)).replaceAll('\\', '/');
      if (!STORE_FILE.test(module) || NO_QUESTIONS.has(stem(module))) continue;
      for (const name of names!.split(',').map((part) => part.trim()))
        if (name !== '' && !name.startsWith('type ') && /^[a-z]/.test(name))
          found.add(`${stem(module)}.${name}`);
    }
  }
  return found;
}

/** The text of a function, and of the private ones of its file that it calls. */
function bodyOf(module: string, name: string, seen = new Set<string>()): string {
  const text = readFileSync(join(SOURCE, STORE_FILES.get(module)!), 'utf8');
  const start = text.search(new RegExp(`^(?:export )?(?:async )?function ${name}\\b`, 'm'));
  if (start < 0 || seen.has(name)) return '';
  seen.add(name);
  const body = text.slice(start, text.indexOf('\n}\n', start));
  const called = [...body.matchAll(/\b([a-z]\w+)\(/g)].map(([, other]) => bodyOf(module, other!, seen));
  return [body, ...called].join('\n');
}

/** The statements in a text: templates of `sql` that stand for themselves, not for a part of another one. */
const statementsIn = (body: string): readonly string[] =>
  [...body.matchAll(/await \w*sql(?:<[^`]*?>)?`((?:\\.|\$\{[^}]*\}|[^`])*)`/gi)].map(
    ([, statement]) => statement!,
  );

const FUNCTIONS = imported();
const LISTED = new Map(Object.entries(OF_ALL).flatMap(([why, names]) => names.map((name) => [name, why])));

test('the jobs query the store', () => assert.ok(FUNCTIONS.size > 30, String(FUNCTIONS.size)));

for (const name of FUNCTIONS) {
  const [module, short] = name.split('.') as [string, string];
  const statements = statementsIn(bodyOf(module, short));
  const why = LISTED.get(name);
  if (why === undefined) {
    test(`${name} names the organisation in each statement`, () => {
      assert.ok(statements.length > 0, 'No statement is found: list the function with its reason.');
      for (const statement of statements)
        assert.match(statement, /org_id = \$\{|\$\{(?:\w+\.)*orgId\}|^set local /, statement);
    });
  } else if (why === BY_ROW) {
    test(`${name} ${BY_ROW}`, () => assert.match(bodyOf(module, short), /\borg_id\b/));
  }
}

test('nothing is listed that the jobs do not query', () => {
  assert.deepEqual(
    [...LISTED.keys()].filter((name) => !FUNCTIONS.has(name)),
    [],
  );
});
