/** Storage of the results of files: each a validation with its event, all or none of a batch. */

import { scoredFindings } from '../../../analysis/engine/findings/unlisted.ts';
import { judgeReport } from '../../../analysis/engine/judge-report.ts';
import { withoutNotes } from '../../../analysis/engine/notes/without-notes.ts';
import { tallyOf } from '../../../analysis/engine/score.ts';
import type { PreviousRun } from '../../../analysis/model/diff.ts';
import type { Tally } from '../../../analysis/model/measures/tally.ts';
import { BUILTIN_GATE } from '../../../analysis/model/policy.ts';
import type { Report } from '../../../analysis/model/report.ts';
import type { OrganisationSettings } from '../../../contract/organisation-settings.ts';
import { runTags } from '../../../contract/runs/run-tags.ts';
import { archivedFileOf, forExceptions } from '../../../contract/runs/same-file.ts';
import { AppError } from '../../../errors.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { listExceptionsOf } from '../../exceptions/exceptions-store.ts';
import { countValidations } from '../../plans/usage.ts';
import { findSettings } from '../../policy/organisation-settings-store.ts';
import { findCrossings } from '../../results/estate/crossings-store.ts';
import { updateEstate } from '../../results/estate/estate-store.ts';
import { insertOutlines, touchOutlines } from '../../results/outlines/outlines-store.ts';
import type { ValidationRecord } from '../../validations/validation-record.ts';
import { raiseAlarm } from '../../validations/validations.ts';
import { insertValidation } from '../../validations/validations-store.ts';
import { audienceOf } from '../audience.ts';
import type { ProjectDeps } from '../project-deps.ts';
import { insertFileReports } from '../store/file-reports.ts';
import { findPreviousFiles } from '../store/previous-files.ts';
import { endItems, lockQueuedItems } from '../store/project-items.ts';
import type { ItemResult, NewItem, ProjectRecord } from '../store/project-record.ts';
import { type AnalysedFile, isLasting, type StoredOutcome } from './analyse-file.ts';
import { copyKeysOf, withoutContentKeys } from './copy-keys.ts';
import { type Basis, basisOf, rulesDigestOf } from './inputs-digest.ts';

/** A file whose outcome is known. */
export interface EndedFile {
  readonly item: NewItem;
  readonly outcome: StoredOutcome;
  /** Key in `file_reports`; null when nothing of it is stored there. */
  readonly reportKey: string | null;
  /** Null when it had been analysed before. */
  readonly analysed: AnalysedFile | null;
  /** Null where the content does not matter. */
  readonly content: { readonly sha256: string; readonly bytes: number } | null;
}

/** Stores the outcomes of a batch. Files that another process has stored meanwhile stay as they are. */
export async function storeResults(
  deps: ProjectDeps,
  project: ProjectRecord,
  files: readonly EndedFile[],
): Promise<void> {
  try {
    await store(deps, project, files);
  } catch (cause) {
    if (!(cause instanceof AppError && cause.code === 'plan_limit_reached')) throw cause;
    const error = { code: cause.code, message: cause.message };
    const rejected = files.map((file) =>
      file.outcome.status === 'completed' ? { ...file, outcome: { status: 'failed', error } as const } : file,
    );
    await store(deps, project, rejected);
  }
}

async function store(deps: ProjectDeps, project: ProjectRecord, files: readonly EndedFile[]): Promise<void> {
  const { orgId, id: projectId, previousId } = project;
  const digest = await rulesDigestOf(deps, project);
  await withOrganisation(deps.sql, orgId, async (transaction) => {
    const numbers = files.map(({ item }) => item.number);
    const open = await lockQueuedItems(transaction, projectId, numbers);
    const own = files.filter(({ item }) => open.has(item.number));
    if (own.length === 0) return;
    const before = own.flatMap(({ item }) => item.previousNumber ?? []);
    const at = new Date();
    // Written one after the other, answered together.
    const [previous, settings, basis] = await Promise.all([
      previousId === null ? NO_RUNS : findPreviousFiles(transaction, previousId, before),
      findSettings(transaction),
      basisOf(transaction, deps, project, digest, at),
      insertFileReports(transaction, own.flatMap(newReport)),
      insertOutlines(
        transaction,
        own.flatMap(({ analysed }) => analysed?.outline ?? []),
      ),
      touchOutlines(transaction, own.flatMap(reusedOutline)),
    ]);
    const batch = { transaction, deps, project, previous, settings, basis, at };
    const results = await Promise.all(own.map((file) => storeFile(batch, file)));
    await endItems(transaction, projectId, results);
    const made = results.flatMap(({ validationId }) => validationId ?? []);
    if (made.length > 0) await countValidations(transaction, 'project_files', made.length);
    updateEstate(transaction, made, settings, project.pipeline?.repository ?? null);
  });
}

/** Shared inputs of all files of a batch. */
interface BatchInput {
  readonly transaction: TenantTransaction;
  readonly deps: ProjectDeps;
  readonly project: ProjectRecord;
  /** By number, from the run before. */
  readonly previous: ReadonlyMap<number, PreviousRun>;
  readonly settings: OrganisationSettings;
  readonly basis: Basis;
  readonly at: Date;
}

const NO_RUNS: ReadonlyMap<number, PreviousRun> = new Map();

function newReport({ reportKey, analysed }: EndedFile) {
  if (reportKey === null || analysed === null) return [];
  const { outcome, facts } = analysed;
  return [
    {
      key: reportKey,
      outcome: isLasting(outcome) ? JSON.stringify(outcome) : null,
      facts: facts === null ? null : JSON.stringify(facts),
    },
  ];
}

/** Returns the outline of a file that was analysed earlier. */
function reusedOutline({ analysed, outcome }: EndedFile): readonly string[] {
  if (analysed !== null || outcome.status !== 'completed') return [];
  return outcome.report.outline === undefined ? [] : [outcome.report.outline.id];
}

async function storeFile(batch: BatchInput, file: EndedFile): Promise<ItemResult> {
  const { transaction, deps, project, settings } = batch;
  const { item, outcome, reportKey } = file;
  const nothing = {
    platform: null,
    validationId: null,
    passed: null,
    score: null,
    summary: null,
    tally: null,
    gateTally: null,
    copyKeys: undefined,
    eventId: null,
  };
  const { status } = outcome;
  const basis = isLasting(outcome) ? batch.basis.hash : null;
  if (status !== 'completed')
    return {
      ...nothing,
      number: item.number,
      status,
      platform: outcome.partOf ?? null,
      reportKey,
      error: outcome.error,
      basis,
    };
  const { record, tally, gateTally, copyKeys } = await judgeFile(batch, file, outcome.report);
  const audience = audienceOf(project);
  const event = await insertValidation(transaction, record, audience);
  await raiseAlarm(transaction, record, settings, { baseUrl: deps.baseUrl, audience });
  const { platform, passed, score, summary } = record;
  const validationId = record.id;
  return {
    number: item.number,
    status,
    reportKey,
    platform,
    validationId,
    passed,
    score,
    summary,
    tally,
    gateTally,
    copyKeys,
    error: null,
    basis,
    eventId: event.id,
  };
}

/** Applies the policy to a file. Returns the record of its validation and the tallies of its scored findings. */
async function judgeFile(
  { transaction, deps, project, previous, basis, at }: BatchInput,
  { item, analysed, content }: EndedFile,
  report: Report,
): Promise<
  Pick<ItemResult, 'gateTally' | 'copyKeys'> & { readonly record: ValidationRecord; readonly tally: Tally }
> {
  const { orgId, pipeline, enforcementMode, failOn, branch, ownerId, ownerName } = project;
  const { environment, policyPackId, policyPackSlug } = project;
  const file = forExceptions(archivedFileOf(item.path, pipeline), pipeline);
  const exceptions = basis.hasExceptions ? (await listExceptionsOf(transaction, [file], at))(file) : [];
  const before = previous.get(item.previousNumber ?? -1);
  const { repository } = pipeline;
  const crossings = await findCrossings(transaction, report.crossings, {
    platform: report.platform,
    repository,
  });
  const judged = judgeReport(report, {
    file,
    crossings,
    exceptions,
    previous: before,
    passed: undefined,
    enforcementMode,
    // The other conditions hold for the project as a whole.
    gate: { ...BUILTIN_GATE, failOn },
    at,
  });
  const record = {
    ...judged.verdict,
    findings: withoutContentKeys(judged.verdict.findings),
    id: uuidV7(at),
    orgId,
    projectId: project.id,
    filename: item.path,
    hasPath: true,
    ...runTags(project),
    branch,
    environment,
    policyPackId,
    policyPackSlug,
    enforcementMode,
    pipeline,
    contentSha256: content!.sha256,
    contentBytes: content!.bytes,
    engineVersion: deps.engineVersion,
    isPart: true,
    validationMs: analysed?.validationMs ?? 0,
    ownerId,
    ownerName,
  };
  const { report: waived } = judged;
  const counted = withoutNotes(waived);
  return {
    record,
    copyKeys: copyKeysOf(judged.verdict.findings),
    tally: tallyOf(scoredFindings(waived)),
    gateTally: counted === waived ? null : tallyOf(scoredFindings(counted)),
  };
}
