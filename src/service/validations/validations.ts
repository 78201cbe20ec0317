/** The use cases of validations: submit a file, read a result, read the feed. */

import { hash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { limitsNew } from '../../analysis/engine/gate-conditions.ts';
import { judgeReport } from '../../analysis/engine/judge-report.ts';
import type { Platform, PlatformNaming } from '../../analysis/model/platform.ts';
import type { Report } from '../../analysis/model/report.ts';
import type { PipelineContext } from '../../contract/ci-context.ts';
import type { Audience } from '../../contract/event.ts';
import { baseName } from '../../contract/file-path.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { alertThreshold, type OrganisationSettings } from '../../contract/organisation-settings.ts';
import { type RunTags, runTags } from '../../contract/runs/run-tags.ts';
import { fileOf, forExceptions } from '../../contract/runs/same-file.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisationAtOnce } from '../../infra/database/database.ts';
import type { TenantTransaction, Transaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import type { OwnedBytes } from '../../infra/memory/owned-bytes.ts';
import type { AnalysisPool } from '../../pool/pool.ts';
import { formatDay } from '../../text/format.ts';
import { planRejection } from '../plans/usage.ts';
import { type AnalysisPolicy, boundContext, type Policy, type PolicyRequest } from '../policy/policy.ts';
import type { PolicyCache } from '../policy/policy-cache.ts';
import { findCrossings } from '../results/estate/crossings-store.ts';
import { updateEstate } from '../results/estate/estate-store.ts';
import { type StoredOutlines, storeOutlineWithCommit } from '../results/outlines/outlines-store.ts';
import { insertEvent } from '../webhooks/events-store.ts';
import type { PoisonGuard } from './poison-files.ts';
import { readJudgingInput, readPassedRun } from './policy-input-store.ts';
import { type AlarmingResult, validationBelowThreshold, validationCompleted } from './validation-events.ts';
import { type FeedFilters, type FeedPage, listValidations } from './validation-list-store.ts';
import type { ValidationRecord } from './validation-record.ts';
import { storeCountedWithCommit } from './validations-store.ts';

/** Dependencies of the use cases. */
export interface ValidationDeps {
  readonly sql: Sql;
  readonly pool: AnalysisPool;
  readonly poison: PoisonGuard;
  readonly policies: PolicyCache;
  /** Version of this program, stored with each result. */
  readonly engineVersion: string;
  /** Prefix of links to results. */
  readonly baseUrl: string;
  /** Keep the outlines that pictures are drawn from. Absent: no. */
  readonly keepsOutlines?: boolean;
  /** Outlines that were stored a moment ago: they are not sent again. Absent: all are sent. */
  readonly storedOutlines?: StoredOutlines;
  /** Names of platforms in answers. Absent: neutral. */
  readonly platformNames?: PlatformNaming;
}

/** Submitter and its organisation. */
export interface Submitter {
  readonly orgId: string;
  readonly ownerId: string;
  readonly ownerName: string;
}

/** Submitted file with its checked fields. Null: not sent. */
export interface Submission extends PolicyRequest, RunTags {
  /** Empty afterwards if nothing else uses its memory. */
  readonly file: OwnedBytes;
  /** Its path: `normalisePath`. */
  readonly filename: string;
  readonly platform: Platform;
  readonly pipeline: PipelineContext;
}

/** Analyses a file, compares it with its previous run, stores the result with its event over `storeSql`, and returns it. */
export async function validate(
  deps: ValidationDeps,
  submission: Submission,
  submitter: Submitter,
  signal: AbortSignal,
  storeSql: Sql = deps.sql,
): Promise<ValidationRecord> {
  const id = uuidV7();
  const contentBytes = submission.file.bytes.byteLength;
  const contentSha256 = hash('sha256', submission.file.bytes);
  const [{ policy, sources }] = await Promise.all([
    deps.policies.policyOf(submitter.orgId, submission),
    deps.poison.check(contentSha256),
  ]);
  const begunMs = performance.now();
  const report = await analyse(deps, submission, policy, contentSha256, signal, {
    tenant: submitter.orgId,
    timeoutMs: CONTRACT_LIMITS.engineRunMsMax,
    keepsOutline: keepsOutline(deps, sources.settings),
    keepsChannels: sources.settings.keepChannels,
  });
  const validationMs = Math.round(performance.now() - begunMs);
  // A caller who disconnected never sees the result: it is not stored and has no event.
  signal.throwIfAborted();
  const facts = { id, contentBytes, contentSha256, validationMs };
  const run = { submission, submitter, policy, settings: sources.settings, report, facts };
  const outlineKey = `${submitter.orgId} ${report.outline?.id}`;
  const isStored = deps.storedOutlines?.get(outlineKey) === true;
  const stored = withOrganisationAtOnce(storeSql, submitter.orgId, (transaction) =>
    evaluate(transaction, deps, run, async (made, hasRecipient) => {
      const event = hasRecipient ? validationCompleted(made) : null;
      if (!isStored) storeOutlineWithCommit(transaction, report.outline);
      storeCountedWithCommit(transaction, made, 'synchronous', event);
      return true;
    }),
  );
  const record = await stored.catch((error: unknown) => {
    throw planRejection(error) ?? error;
  });
  if (!isStored) deps.storedOutlines?.getOrCreate(outlineKey, () => true);
  return record!;
}

/** An analysis that has ended, and all that is known of it. */
export interface AnalysedRun {
  readonly submission: Submission;
  readonly submitter: Submitter;
  readonly policy: Policy;
  /** Those that decide about the predecessor and alerts. */
  readonly settings: OrganisationSettings;
  readonly report: Report;
  readonly facts: Pick<ValidationRecord, 'id' | 'contentBytes' | 'contentSha256' | 'validationMs'>;
}

/**
 * Evaluates a report: compares it, applies the policy, stores the result, with its event if a webhook or an audit target wants it, and
 * raises the alarm. Returns undefined, without any effect, when `store` did not accept the result.
 */
export async function evaluate(
  transaction: TenantTransaction,
  { engineVersion, baseUrl }: ValidationDeps,
  { submission, submitter, policy, settings, report, facts }: AnalysedRun,
  store: (record: ValidationRecord, hasRecipient: boolean) => Promise<boolean>,
): Promise<ValidationRecord | undefined> {
  const { verdict, hasRecipient } = await judge(transaction, {
    submission,
    submitter,
    policy,
    settings,
    report,
  });
  const record: ValidationRecord = {
    ...describe(submission, policy, submitter),
    ...verdict,
    ...facts,
    engineVersion,
    isPart: false,
  };
  if (!(await store(record, hasRecipient))) return undefined;
  updateEstate(transaction, [record.id], settings, submission.pipeline.repository);
  await raiseAlarm(transaction, record, settings, { baseUrl });
  return record;
}

/** Stores the alert about a result whose score is below the organisation's threshold, for everyone or an `audience`. */
export async function raiseAlarm(
  transaction: Transaction,
  record: AlarmingResult,
  settings: OrganisationSettings,
  { baseUrl, audience = 'everyone' }: AlarmTerms,
): Promise<void> {
  const threshold = alertThreshold(settings, record.score, record.diff.previousScore);
  if (threshold === null) return;
  await insertEvent(transaction, validationBelowThreshold(record, threshold, baseUrl), audience);
}

/** Link of an alert, and the webhooks that get it. */
interface AlarmTerms {
  readonly baseUrl: string;
  readonly audience?: Audience;
}

/** Returns whether the outlines of an organisation's files are stored. */
export function keepsOutline(
  { keepsOutlines = false }: Pick<ValidationDeps, 'keepsOutlines'>,
  { keepOutlines }: Pick<OrganisationSettings, 'keepOutlines'>,
): boolean {
  return keepsOutlines && keepOutlines;
}

/** Tenant and time limit of an analysis, and a callback before it begins. */
export interface AnalysisTerms {
  readonly tenant: string;
  readonly timeoutMs: number;
  readonly keepsOutline: boolean;
  readonly keepsChannels: boolean;
  /** See `RunOptions`. */
  readonly isPatient?: boolean;
  readonly beforeStart?: () => Promise<void>;
}

/** The report of a file, which is watched meanwhile: it may end this process. */
export async function analyse(
  { pool, poison }: ValidationDeps,
  submission: Submission,
  { rules, includeVendor, includeLogicApps, blockUnanalysed }: AnalysisPolicy,
  contentSha256: string,
  signal: AbortSignal,
  terms: AnalysisTerms,
): Promise<Report> {
  const { file, filename, platform } = submission;
  const watch = poison.watch(contentSha256, file.bytes.byteLength);
  const task = {
    bytes: file.bytes,
    // Folders say nothing about the content, and fingerprints must not depend on them.
    filename: baseName(filename),
    path: filename,
    platform,
    ruleset: rules,
    findingsMax: CONTRACT_LIMITS.findingsStoredMax,
    includeVendor,
    includeLogicApps,
    blockUnanalysed,
    keepsOutline: terms.keepsOutline,
    keepsChannels: terms.keepsChannels,
    keepsForm: true,
    today: formatDay(new Date()),
  };
  let hasReport = false;
  try {
    const report = await pool.analyse(task, {
      ...terms,
      signal: AbortSignal.any([signal, watch.rejected]),
      owned: file,
      onStart: watch.started,
    });
    hasReport = true;
    return report;
  } catch (error) {
    throw watch.rejected.aborted ? watch.rejected.reason : error;
  } finally {
    // Nothing waits for the removal of the note.
    void watch.ended(hasReport);
  }
}

/** One page of the feed. */
export async function readFeed(
  deps: Pick<ValidationDeps, 'sql'>,
  orgId: string,
  filters: FeedFilters,
  cursor: string | null,
  pageSize: number,
): Promise<FeedPage> {
  return readList(deps.sql, orgId, (transaction) => listValidations(transaction, filters, cursor, pageSize));
}

/** The members of a record that are known before the analysis. */
export function describe(
  submission: Pick<Submission, 'filename' | 'pipeline' | keyof RunTags>,
  policy: Policy,
  { orgId, ownerId, ownerName }: Submitter,
) {
  const { filename, pipeline } = submission;
  const { environment, policyPackId, policyPackSlug, enforcementMode, gate } = policy;
  return {
    orgId,
    projectId: null,
    ownerId,
    ownerName,
    filename,
    hasPath: true,
    ...runTags(submission),
    environment,
    pipeline: boundContext(pipeline, policy),
    branch: pipeline.branch,
    policyPackId,
    policyPackSlug,
    enforcementMode,
    failOn: gate.failOn,
  };
}

/** The members of a record that follow from the analysis and the previous run, and whether a webhook awaits them. */
async function judge(
  transaction: TenantTransaction,
  { submission, policy, settings, report }: Omit<AnalysedRun, 'facts'>,
) {
  const { platform, filename, pipeline } = submission;
  const { branch } = pipeline;
  const { defaultBranches } = settings;
  const file = fileOf(filename, pipeline);
  const waived = forExceptions(file, boundContext(pipeline, policy));
  const at = new Date();
  const run = { platform, file, exceptionScope: waived.scope, branch, defaultBranches };
  const { previous, exceptions, hasRecipient } = await readJudgingInput(transaction, run, at);
  const { enforcementMode, gate } = policy;
  const passed = limitsNew(gate) ? await readPassedRun(transaction, run, policy.environment) : undefined;
  const crossings = await findCrossings(transaction, report.crossings, {
    platform: report.platform,
    repository: pipeline.repository,
  });
  const terms = { file: waived, exceptions, previous, passed, enforcementMode, gate, crossings, at };
  const { verdict } = judgeReport(report, terms);
  return { verdict, hasRecipient };
}
