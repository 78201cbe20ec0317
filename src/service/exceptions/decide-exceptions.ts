/** The use cases of exceptions that exist: read, list, approve, reject, revoke. Every decision is audited in its transaction. */

import type { Finding } from '../../analysis/model/finding.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import type { AuditAction, AuditFacts } from '../../contract/audit.ts';
import type { PipelineContext } from '../../contract/ci-context.ts';
import { type ExceptionScope, exceptionState, isWildcard } from '../../contract/exception.ts';
import { AppError } from '../../errors.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { isUuid } from '../../infra/database/uuid-v7.ts';
import { audit } from '../audit/audit-store.ts';
import type { Change } from '../policy/organisation-settings.ts';
import { findSettings } from '../policy/organisation-settings-store.ts';
import { attachException } from '../results/estate/finding-exceptions-store.ts';
import { insertEvent } from '../webhooks/events-store.ts';
import { type Decider, findConflicts, type Rejection, rejectionsOf, tooBroad } from './decidable.ts';
import { exceptionDecided } from './exception-events.ts';
import {
  decideException,
  type ExceptionFilters,
  type ExceptionRecord,
  findException,
  listExceptions,
  revokeException,
} from './exceptions-store.ts';

/** Dependencies of the use cases. */
export interface ExceptionDeps {
  readonly sql: Sql;
  readonly now: () => Date;
  /** Beginning of links to the service. */
  readonly baseUrl: string;
  /** Returns the rule of the catalogue with this id. */
  readonly findRule: (id: string) => Promise<Pick<Rule, 'id' | 'severity'> | undefined>;
  readonly findFinding: FindFinding;
}

/** A finding and its origin. */
export interface FoundFinding {
  readonly finding: Finding;
  readonly filename: string;
  /** False: `filename` is a base name alone. */
  readonly hasPath: boolean;
  readonly pipeline: PipelineContext | null;
}

/** Finds a finding of a validation, or of a project as a whole. @throws AppError `not_found` */
export type FindFinding = (
  sql: TenantTransaction,
  ids: { readonly validationId: string; readonly findingId: string },
) => Promise<FoundFinding>;

/** Exception, and the reason why the caller cannot decide on it; absent where it can. */
export interface DecidableException {
  readonly record: ExceptionRecord;
  readonly rejection: Rejection | undefined;
}

/** Returns one exception. @throws AppError `not_found` */
export function readException(
  { sql, now }: Pick<ExceptionDeps, 'sql' | 'now'>,
  orgId: string,
  id: string,
  decider: Decider,
): Promise<DecidableException> {
  return withOrganisation(sql, orgId, async (transaction) => {
    const record = await requireException(transaction, id);
    const [rejection] = await rejectionsOf(transaction, decider, [record], now());
    return { record, rejection };
  });
}

/** A page of exceptions, each with the reason why the caller cannot decide on it. */
export interface DecidablePage {
  readonly items: readonly DecidableException[];
  readonly nextCursor: string | null;
}

/** Lists one page of the exceptions, newest first. */
export function readExceptions(
  { sql, now }: Pick<ExceptionDeps, 'sql' | 'now'>,
  { orgId, decider }: { readonly orgId: string; readonly decider: Decider },
  filters: ExceptionFilters,
  { cursor, pageSize }: { readonly cursor: string | null; readonly pageSize: number },
): Promise<DecidablePage> {
  const at = now();
  return readList(sql, orgId, async (transaction) => {
    const { items, nextCursor } = await listExceptions(transaction, filters, at, cursor, pageSize);
    const rejections = await rejectionsOf(transaction, decider, items, at);
    return {
      items: items.map((record, index) => ({ record, rejection: rejections[index] })),
      nextCursor,
    };
  });
}

/**
 * Approves one that waits.
 * @throws AppError `not_found`, `state_conflict`, `self_approval`; `exception_too_broad` when the organisation has become stricter
 */
export function approveException(
  deps: Pick<ExceptionDeps, 'sql' | 'now' | 'baseUrl'>,
  change: Change,
  id: string,
  note: string | null,
): Promise<ExceptionRecord> {
  return decide(deps, change, id, async (sql, record, at) => {
    requireState(record, at, ['pending'], 'approved');
    await requireAnother(sql, change, record, at);
    await requireNarrow(sql, record);
    await decideException(sql, record, 'approved', { by: change.actor, at, note });
    const { validationId, findingId, placeCount } = record;
    if (validationId !== null && findingId !== null)
      await attachException(sql, { ...record, validationId, findingId, isGroup: placeCount !== null }, true);
    return { action: 'exception.approved', note };
  });
}

/** Rejects one that waits. @throws AppError `not_found`, `state_conflict` */
export function rejectException(
  deps: Pick<ExceptionDeps, 'sql' | 'now' | 'baseUrl'>,
  change: Change,
  id: string,
  note: string | null,
): Promise<ExceptionRecord> {
  return decide(deps, change, id, async (sql, record, at) => {
    requireState(record, at, ['pending'], 'rejected');
    await decideException(sql, record, 'rejected', { by: change.actor, at, note });
    return { action: 'exception.rejected', note };
  });
}

/**
 * Revokes one that is approved or waits: from now on its findings count again.
 * @param ownOnly whether the caller may only revoke an exception that it requested itself
 * @throws AppError `not_found`, `state_conflict`, `insufficient_scope`
 */
export function withdrawException(
  deps: Pick<ExceptionDeps, 'sql' | 'now' | 'baseUrl'>,
  change: Change,
  id: string,
  note: string | null,
  ownOnly: boolean,
): Promise<ExceptionRecord> {
  return decide(deps, change, id, async (sql, record, at) => {
    const { kind, id: actorId } = change.actor;
    if (ownOnly && (record.requestedByKind !== kind || record.requestedById !== actorId)) {
      const message = `The exception ${record.id} was requested by somebody else: taking it back needs exceptions:approve.`;
      throw new AppError('insufficient_scope', message, { scope: 'exceptions:approve' });
    }
    requireState(record, at, ['pending', 'approved'], 'revoked');
    await revokeException(sql, record, { by: change.actor, at, note });
    return { action: 'exception.revoked', note };
  });
}

/** @throws AppError `exception_too_broad` when it is for more than one finding and the organisation forbids that */
export async function requireNarrow(
  sql: TenantTransaction,
  scope: Pick<ExceptionScope, 'severity' | 'fileName' | 'fingerprint' | 'repository'>,
): Promise<void> {
  if (!isWildcard(scope)) return;
  const settings = await findSettings(sql);
  const rejection = tooBroad(scope, settings);
  if (rejection === undefined) return;
  throw new AppError('exception_too_broad', rejection.message, {
    severity: scope.severity,
    limit: settings.exceptionWildcardSeverity,
  });
}

/** Audits an action on an exception. */
export async function auditException(
  sql: TenantTransaction,
  { actor, requestId }: Change,
  action: AuditAction,
  { id, ruleId, fileName }: Pick<ExceptionRecord, 'id' | 'ruleId' | 'fileName'>,
  facts: AuditFacts,
): Promise<void> {
  const target = { kind: 'exception', id, name: `${ruleId} in ${fileName}` } as const;
  await audit(sql, { actor, action, target, ...facts, requestId });
}

/** Runs a decision on a locked exception and audits it. */
function decide(
  { sql, now, baseUrl }: Pick<ExceptionDeps, 'sql' | 'now' | 'baseUrl'>,
  change: Change,
  id: string,
  work: (
    sql: TenantTransaction,
    record: ExceptionRecord,
    at: Date,
  ) => Promise<{ readonly action: AuditAction; readonly note: string | null }>,
): Promise<ExceptionRecord> {
  const { orgId } = change;
  return withOrganisation(sql, orgId, async (transaction) => {
    const record = await requireException(transaction, id, true);
    const at = now();
    const { action, note } = await work(transaction, record, at);
    const after = await requireException(transaction, record.id);
    const status = { field: 'status', from: exceptionState(record, at), to: exceptionState(after, at) };
    await auditException(transaction, change, action, after, { details: { note }, changes: [status] });
    await insertEvent(transaction, exceptionDecided(after, { name: change.actor.name, note, at }, baseUrl));
    return after;
  });
}

/** Returns an exception. @throws AppError `not_found` */
export async function requireException(
  sql: TenantTransaction,
  id: string,
  forUpdate = false,
): Promise<ExceptionRecord> {
  const found = isUuid(id) ? await findException(sql, id, forUpdate) : undefined;
  if (found !== undefined) return found;
  throw new AppError('not_found', `The organisation has no exception ${JSON.stringify(id.slice(0, 80))}.`);
}

function requireState(
  record: ExceptionRecord,
  at: Date,
  allowed: readonly string[],
  wanted: 'approved' | 'rejected' | 'revoked',
): void {
  const state = exceptionState(record, at);
  if (allowed.includes(state)) return;
  const message = `The exception ${record.id} is ${state}: only one that is ${allowed.join(' or ')} can be ${wanted}.`;
  throw new AppError('state_conflict', message, { id: record.id, status: state });
}

async function requireAnother(
  sql: TenantTransaction,
  { actor }: Change,
  record: ExceptionRecord,
  at: Date,
): Promise<void> {
  const conflictWith = await findConflicts(sql, actor, at);
  const rejection = await conflictWith(record);
  if (rejection !== undefined) throw new AppError('self_approval', rejection.message);
}
