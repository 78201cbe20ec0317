/** Outcome of a submission, for reports and the exit code. */
import type {
  ProjectItem,
  ValidateFindingSummary,
  ValidateResponse,
} from '../../../clients/typescript/src/api.ts';
import type { FlowardenClient } from '../../../clients/typescript/src/client.ts';
import { blockingFindings } from '../../analysis/model/gate.ts';
import {
  ENFORCEMENT_MODES,
  type EnforcementMode,
  subtractSummary,
  summarise,
} from '../../analysis/model/report.ts';
import type { Severity } from '../../analysis/model/rule.ts';
import { whyNoCandidate } from '../../analysis/platforms/candidate.ts';
import type { FileEntry } from '../../analysis/report/document.ts';
import { copiesByFile, namingCopies } from './copies-in-files.ts';
import type { EndedProject, FileResult } from './send-upload.ts';
import type { SentFile } from './sent-files.ts';
import {
  completeFindings,
  type JudgedFinding,
  type JudgedResult,
  judgeFindings,
  judgeResult,
} from './stored-findings.ts';
import type { PreparedUpload } from './upload.ts';

/** File of a submission with its outcome. */
export interface SubmittedFile extends Pick<FileEntry, 'status' | 'error' | 'platform'> {
  /** Null for a file that only the service names. */
  readonly sent: SentFile | null;
  /** Path that the service knows it by. */
  readonly path: string;
  /** Null without a result, and for a clean file whose result was not read. */
  readonly result: JudgedResult | null;
}

/** Outcome of a submission. */
export interface Outcome {
  readonly id: string;
  readonly reportUrl: string | null;
  /** Pipeline as the service knows it. */
  readonly pipeline: ValidateResponse['pipeline'];
  readonly mode: EnforcementMode;
  readonly ruleset: string | null;
  readonly score: number | null;
  readonly summary: ValidateFindingSummary;
  /** Findings that block, or would block in the blocking mode. */
  readonly wouldBlock: number;
  readonly isBlocked: boolean;
  /** Nothing is blocked, and every file could be judged. */
  readonly passed: boolean;
  readonly files: readonly SubmittedFile[];
  readonly across: readonly JudgedFinding[];
}

/** Decisions of the caller about the outcome. */
export interface OutcomeOptions {
  readonly failOn: Severity | undefined;
  /** Read also the results of files without findings. */
  readonly needsAll: boolean;
}

const modeOf = (mode: string | null): EnforcementMode =>
  ENFORCEMENT_MODES.find((known) => known === mode) ?? 'blocking';

/** Returns the outcome of a single file. */
export function outcomeOfFile(
  { result: answer, wouldBlock }: FileResult,
  { files: [sent] }: PreparedUpload,
  { failOn }: OutcomeOptions,
): Outcome {
  const result = judgeResult(answer, failOn);
  const { validationId: id, passed, platform, score, summary, ruleset, reportUrl } = result;
  const file: SubmittedFile = {
    sent: sent!,
    path: sent!.sentPath,
    status: 'completed',
    error: null,
    platform,
    result,
  };
  return {
    id,
    reportUrl,
    pipeline: result.pipeline,
    ruleset,
    score,
    summary,
    passed,
    wouldBlock: countBlocking([result.findings], wouldBlock),
    mode: failOn === undefined ? modeOf(result.enforcementMode) : 'blocking',
    isBlocked: !passed,
    files: [file],
    across: [],
  };
}

/** Reads the results of the files of a project, and returns its outcome. @throws FlowardenError, FlowardenUnreachable */
export async function outcomeOfProject(
  client: FlowardenClient,
  { project, items }: EndedProject,
  { files: sentFiles }: PreparedUpload,
  options: OutcomeOptions,
): Promise<Outcome> {
  const { failOn } = options;
  const bySentPath = new Map(sentFiles.map((file) => [file.sentPath, file]));
  const results = await readResults(client, items, options);
  const copies = copiesByFile(items, results, bySentPath);
  const files = items.map((item, index): SubmittedFile => {
    const sent = bySentPath.get(item.path) ?? null;
    const result = results[index] ?? null;
    const judged = result && judgeResult(listedHere(result, item), failOn);
    return { sent, result: judged && namingCopies(judged, copies.get(item.path)), ...stateOf(item, sent) };
  });
  const blockingIds = new Set(
    project.blockingFindings.flatMap(({ validationId, id }) => (validationId === null ? [id] : [])),
  );
  const across = judgeFindings(project.projectFindings, blockingIds, failOn);
  const isBlocked =
    project.blockingFindingsCount > 0 ||
    across.some(({ blocks }) => blocks) ||
    files.some(({ result }) => result?.passed === false);
  return {
    id: project.projectValidationId,
    reportUrl: project.reportUrl,
    pipeline: project.pipeline,
    mode: failOn === undefined ? modeOf(project.enforcementMode) : 'blocking',
    ruleset: project.ruleset,
    score: project.score,
    summary: project.summary ?? { critical: 0, high: 0, medium: 0, low: 0, total: 0 },
    wouldBlock: countBlocking(
      [across, ...files.map(({ result }) => result?.findings ?? [])],
      project.wouldBlock ?? null,
    ),
    isBlocked,
    passed: project.passed === true && !isBlocked,
    files,
    across,
  };
}

/** Returns the result with what its project lists of it: copies in several files are one finding. */
function listedHere(
  result: ValidateResponse,
  { listedElsewhere = [] }: Partial<ProjectItem>,
): ValidateResponse {
  if (listedElsewhere.length === 0) return result;
  const elsewhere = new Set(listedElsewhere.map(({ findingId }) => findingId));
  const findings = result.findings ?? [];
  const counted = summarise(completeFindings(findings.filter(({ id }) => elsewhere.has(id ?? ''))));
  return {
    ...result,
    findings: findings.filter(({ id }) => !elsewhere.has(id ?? '')),
    blockingFindings: (result.blockingFindings ?? []).filter(({ id }) => !elsewhere.has(id ?? '')),
    summary: subtractSummary(result.summary, counted),
  };
}

/** Counts what blocks, or would: by the count of the service, and by `--fail-on`, which only adds to it. */
function countBlocking(lists: readonly (readonly JudgedFinding[])[], counted: number | null): number {
  const findings = lists.flat();
  return Math.max(
    counted ?? blockingFindings(findings).length,
    findings.filter(({ blocks }) => blocks).length,
  );
}

/** Returns status and error of a file. A status outside the list counts as failed. */
function stateOf(item: ProjectItem, sent: SentFile | null): Omit<SubmittedFile, 'sent' | 'result'> {
  const { path, platform } = item;
  if (item.status === 'completed') return { path, platform, status: 'completed', error: null };
  // Of a file that cannot be a workflow the name alone was sent, so the service calls it empty.
  const own =
    sent !== null && sent.file.sizeBytes > 0 && item.error?.code === 'empty_file'
      ? whyNoCandidate(sent.file.sizeBytes)
      : item.error;
  const error = own ?? {
    code: 'internal_error',
    message: `The service left it in the state ${item.status}.`,
  };
  if (item.status !== 'skipped') return { path, platform, status: 'failed', error };
  // A part of the project has a platform.
  return { path, platform, status: platform ? 'part' : 'skipped', error };
}

/** Results that are read at once: few enough that each gets its turn when the service limits the rate. */
const READS_AT_ONCE = 4;

/** Reads the results of all files that have one to report, in the order of the files. */
async function readResults(
  client: FlowardenClient,
  items: readonly ProjectItem[],
  { needsAll }: OutcomeOptions,
): Promise<readonly (ValidateResponse | undefined)[]> {
  const results: (ValidateResponse | undefined)[] = items.map(() => undefined);
  const waiting = items.entries();
  const lane = async (): Promise<void> => {
    for (const [index, { status, validationId, summary, listedElsewhere }] of waiting) {
      const hasFindings = summary?.total !== 0 || listedElsewhere?.length > 0;
      if (status === 'completed' && validationId !== null && (needsAll || hasFindings))
        results[index] = await client.waitForResult(validationId);
    }
  };
  await Promise.all(Array.from({ length: READS_AT_ONCE }, lane));
  return results;
}
