/** Use cases of findings: list the findings of a result, and read one with its history and exceptions. */
import { AppError } from '../../../errors.ts';
import { readList } from '../../../infra/database/bounded-read.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { isUuid } from '../../../infra/database/uuid-v7.ts';
import { type Decider, rejectionsOf } from '../../exceptions/decidable.ts';
import type { DecidableException } from '../../exceptions/decide-exceptions.ts';
import { listExceptionsOfFinding } from '../../exceptions/finding-exceptions-store.ts';
import { type FindingHistory, readFindingHistory } from './finding-history-store.ts';
import {
  countResultFindings,
  type FindingsQuery,
  findResultFinding,
  type ListedFinding,
  listResultFindings,
  type ResultFindingCounts,
} from './findings-store.ts';
import { findResultHead, type ResultHead } from './result-head-store.ts';

/** Result to read, and the check that the caller may. */
export interface ResultRequest {
  readonly orgId: string;
  /** Id of a validation, or of the validation of a project. */
  readonly id: string;
  /** Throws if the caller may not read it. */
  check(result: Pick<ResultHead, 'ownerId'>): void;
}

/** Page of findings. */
export interface ResultFindings extends ResultFindingCounts {
  readonly result: ResultHead;
  readonly findings: readonly ListedFinding[];
  readonly nextCursor: string | null;
}

/** Finding with what is known beside its result. */
export interface FindingDetail extends ListedFinding {
  readonly result: ResultHead;
  readonly history: FindingHistory;
  /** Null for a caller who may not read exceptions. */
  readonly exceptions: readonly DecidableException[] | null;
}

/** Lists a page of the findings of a result, with counts. @throws AppError `not_found`, `state_conflict`, `invalid_cursor` */
export async function readResultFindings(
  sql: Sql,
  request: ResultRequest,
  query: FindingsQuery,
  { cursor, pageSize }: { readonly cursor: string | null; readonly pageSize: number },
): Promise<ResultFindings> {
  const offset = cursor === null ? 0 : offsetOf(cursor);
  return readList(sql, request.orgId, async (transaction) => {
    const result = await requireResult(transaction, request);
    const [found, counts] = await Promise.all([
      listResultFindings(transaction, result, query, { offset, rows: pageSize + 1 }),
      countResultFindings(transaction, result, query),
    ]);
    const isMore = found.length > pageSize;
    const nextCursor = isMore ? cursorOf(offset + pageSize) : null;
    return { ...counts, result, findings: found.slice(0, pageSize), nextCursor };
  });
}

/**
 * Reads a finding with its history and the exceptions of its place.
 * @param decider null for a caller who may not read exceptions
 * @throws AppError `not_found`, `state_conflict`
 */
export async function readResultFinding(
  sql: Sql,
  request: ResultRequest & { readonly findingId: string },
  decider: Decider | null,
  now: Date,
): Promise<FindingDetail> {
  return readList(sql, request.orgId, async (transaction) => {
    const result = await requireResult(transaction, request);
    const { findingId } = request;
    const listed = await findResultFinding(transaction, result, findingId);
    if (listed === undefined) {
      const message = `The result ${result.id} has no finding ${JSON.stringify(findingId.slice(0, 80))}.`;
      throw new AppError('not_found', message);
    }
    const [history, records] = await Promise.all([
      readFindingHistory(transaction, result, findingId),
      decider === null ? null : listExceptionsOfFinding(transaction, listed.finding, fileOf(result, listed)),
    ]);
    if (records === null || decider === null) return { ...listed, result, history, exceptions: null };
    const rejections = await rejectionsOf(transaction, decider, records, now);
    const exceptions = records.map((record, index) => ({ record, rejection: rejections[index] }));
    return { ...listed, result, history, exceptions };
  });
}

/** Finds a completed result. @throws AppError `not_found`, `state_conflict` */
export async function requireResult(
  sql: TenantTransaction,
  { id, check }: ResultRequest,
): Promise<ResultHead> {
  const head = isUuid(id) ? await findResultHead(sql, id) : undefined;
  if (head === undefined) {
    const message = `The organisation has no validation ${JSON.stringify(id.slice(0, 80))}.`;
    throw new AppError('not_found', message);
  }
  check(head);
  if (head.status === 'completed') return head;
  const message = `The validation is ${head.status}: only a completed one has findings.`;
  throw new AppError('state_conflict', message, { id, status: head.status });
}

/** A finding between the files of a project is in the file that its location begins with. */
function fileOf({ kind, filename }: ResultHead, { finding }: ListedFinding): string {
  return kind === 'file' ? filename : (finding.location.names[0] ?? '');
}

const cursorOf = (offset: number): string => Buffer.from(`finding ${offset}`).toString('base64url');

function offsetOf(cursor: string): number {
  const [, digits] = /^finding (\d{1,6})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? [];
  if (digits !== undefined) return Number(digits);
  const message = 'The cursor is not one that this service gave out. Start again without it.';
  throw new AppError('invalid_cursor', message);
}
