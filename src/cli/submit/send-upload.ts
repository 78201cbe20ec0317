/** Sends an upload and waits for its result. */
import { createHash, randomUUID } from 'node:crypto';
import type { ProjectItem, ProjectResponse, ValidateResponse } from '../../../clients/typescript/src/api.ts';
import type { FlowardenClient } from '../../../clients/typescript/src/client.ts';
import { PLATFORMS } from '../../analysis/model/platform.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { plural } from '../../text/format.ts';
import { MINUTE_MS } from '../../units.ts';
import type { RunFields } from './arguments.ts';
import type { CiJob } from './config.ts';
import type { PrintNote } from './connection.ts';
import { pipelineMetadata } from './pipeline-metadata.ts';
import type { PreparedUpload } from './upload.ts';

/** Fields of a submission, those from the CI job included. */
interface SentFields extends RunFields {
  readonly source?: string;
  readonly metadata?: string;
}

/** Options of a submission. */
export interface SendOptions {
  readonly fields: RunFields;
  readonly job: CiJob | null;
  /** Coding agent that made the change. */
  readonly agent: string | undefined;
  /** Longest wait for the result. */
  readonly timeoutMs: number;
  readonly note: PrintNote;
}

/** Project that has ended, with all its files. */
export interface EndedProject {
  readonly project: ProjectResponse;
  readonly items: readonly ProjectItem[];
}

/** Result of a single file. */
export interface FileResult {
  readonly result: ValidateResponse;
  /** Findings that block, or would block in the blocking mode; null: the service is too old to say so. */
  readonly wouldBlock: number | null;
}

/** Sends a single file. @throws FlowardenError, FlowardenUnreachable, StartError when the wait was too long */
export async function sendFile(
  client: FlowardenClient,
  upload: PreparedUpload,
  { fields, job, agent, timeoutMs }: SendOptions,
): Promise<FileResult> {
  const platform = PLATFORMS[upload.platform!].wire;
  const sent = withContext(fields, job, agent);
  const input = {
    form: { ...sent, platform, file: new Blob([upload.bytes]) },
    filename: upload.filename,
    idempotencyKey: idempotencyKey(upload, { ...sent, platform }, job),
  };
  const isSmall = upload.bytes.byteLength <= CONTRACT_LIMITS.fileBytesSyncMax;
  const { value, headers } = await client.callWithHeaders(isSmall ? 'validate' : 'validateAsync', input);
  const answer = requireMembers(value, ['validationId']);
  if ('findings' in answer)
    return { result: requireMembers(answer, RESULT_MEMBERS), wouldBlock: wouldBlockIn(headers) };
  const { validationId, reportUrl } = answer;
  const result = await client
    .waitForResult(validationId, { timeoutMs })
    .catch((error: unknown) => rethrow(error, timeoutMs, reportUrl));
  const head = { path: { validationId }, query: { findings: 'none' } } as const;
  const { headers: counts } = await client.callWithHeaders('getResult', head);
  return { result: requireMembers(result, RESULT_MEMBERS), wouldBlock: wouldBlockIn(counts) };
}

function wouldBlockIn(headers: Headers): number | null {
  const text = headers.get('X-Service-Would-Block');
  return text === null ? null : Number(text);
}

/** Sends an archive as a project. @throws as `sendFile`; StartError when the project has failed */
export async function sendProject(
  client: FlowardenClient,
  upload: PreparedUpload,
  { fields, job, agent, timeoutMs, note }: SendOptions,
): Promise<EndedProject> {
  const sent = withContext(fields, job, agent);
  const submitted = await client.call('validateProject', {
    form: { ...sent, file: new Blob([upload.bytes]) },
    filename: upload.filename,
    idempotencyKey: idempotencyKey(upload, sent, job),
  });
  requireMembers(submitted, ['projectValidationId']);
  const { projectValidationId: id, reportUrl } = submitted;
  note(`The service validates ${plural(upload.files.length, 'file')} as project ${reportUrl ?? id}.`);
  const project = await client
    .waitForProject(id, { timeoutMs })
    .catch((error: unknown) => rethrow(error, timeoutMs, reportUrl));
  if (project.status === 'failed')
    throw new StartError(
      `The project could not be validated: ${project.error?.message ?? 'unknown reason'}`,
      2,
    );
  requireMembers(project, PROJECT_MEMBERS);
  const items = [...project.items];
  for (let cursor = project.itemsNextCursor; cursor !== null; ) {
    const page = await client.call('getProject', { path: { id }, query: { cursor } });
    items.push(...page.items);
    cursor = page.itemsNextCursor;
  }
  return { project, items };
}

const RESULT_MEMBERS = ['passed', 'score', 'summary', 'findings', 'blockingFindings'];
const PROJECT_MEMBERS = ['passed', 'items', 'blockingFindings', 'blockingFindingsCount', 'projectFindings'];

/** Returns the answer. @throws StartError if it is not one of the service: an unread verdict has not passed */
function requireMembers<Answer>(answer: Answer, members: readonly string[]): Answer {
  const isObject = typeof answer === 'object' && answer !== null;
  if (isObject && members.every((name) => Object.hasOwn(answer, name))) return answer;
  throw new StartError('The answer is not one of the service. Check its address and its version.', 2);
}

function withContext(fields: RunFields, job: CiJob | null, agent: string | undefined): SentFields {
  const metadata = pipelineMetadata(job, agent);
  return {
    ...fields,
    ...(job === null ? {} : { source: 'cicd' }),
    ...(metadata === undefined ? {} : { metadata }),
  };
}

/**
 * Returns the key that makes repeated submissions one. In a CI job it follows from the run and from what is sent, so
 * that a step that runs twice counts once; elsewhere each run of the command is a submission of its own.
 */
function idempotencyKey(upload: PreparedUpload, fields: object, job: CiJob | null): string {
  if (job === null) return randomUUID();
  const hash = createHash('sha256').update(job.runId);
  for (const part of [JSON.stringify(fields), upload.filename]) hash.update('\0').update(part);
  return hash.update('\0').update(upload.bytes).digest('hex');
}

function rethrow(error: unknown, timeoutMs: number, reportUrl: string | null): never {
  if (!(error instanceof DOMException) || error.name !== 'TimeoutError') throw error;
  const problem = `The validation has not ended within ${plural(timeoutMs / MINUTE_MS, 'minute')}.`;
  const place = reportUrl === null ? '' : ` Its result will be at ${reportUrl}.`;
  throw new StartError(`${problem}${place} Raise --timeout to wait longer.`, 2, { cause: error });
}
