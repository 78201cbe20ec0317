/** The use case of requesting an exception: for one finding of a validation, or for all findings that match patterns. */

import { CONDITION_RULE } from '../../analysis/engine/gate-conditions.ts';
import { locationText } from '../../analysis/model/finding.ts';
import type { Severity } from '../../analysis/model/rule.ts';
import { fieldChanges } from '../../contract/audit.ts';
import { originOf } from '../../contract/ci-context.ts';
import { ANY, type ExceptionScope, readPattern } from '../../contract/exception.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import type { TenantTransaction } from '../../infra/database/transaction.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import { DAY_MS } from '../../units.ts';
import { listActorOrigins } from '../audit/actor-origins-store.ts';
import type { Change } from '../policy/organisation-settings.ts';
import { attachException } from '../results/estate/finding-exceptions-store.ts';
import { insertEvent } from '../webhooks/events-store.ts';
import { auditException, type ExceptionDeps, requireNarrow } from './decide-exceptions.ts';
import { exceptionRequested } from './exception-events.ts';
import {
  countLiveExceptions,
  type ExceptionRecord,
  findException,
  findSameRequest,
  insertException,
  lockRequests,
} from './exceptions-store.ts';
import { EXCEPTION_LIMITS } from './limits.ts';

/** An exception for one finding. Null: the value of the finding's own run. */
export interface FindingRequest {
  /** Of the validation, or of the project, that has the finding. */
  readonly validationId: string;
  readonly findingId: string;
  readonly fileName: string | null;
  readonly repository: string | null;
}

/** An exception for every matching finding of a rule. */
export interface PatternRequest {
  readonly ruleId: string;
  readonly fileName: string;
  readonly location: string;
  /** Null: all runs. */
  readonly repository: string | null;
}

/** Reason and end of an exception. */
export interface ExceptionTerms {
  readonly reason: string;
  readonly expiresAt: Date;
}

const REQUESTED_FIELDS = [
  'status',
  'ruleId',
  'fileName',
  'location',
  'repository',
  'reason',
  'expiresAt',
] as const;
const DAYS_MAX = {
  critical: CONTRACT_LIMITS.exceptionDaysCriticalMax,
  high: CONTRACT_LIMITS.exceptionDaysHighMax,
  medium: CONTRACT_LIMITS.exceptionDaysMax,
  low: CONTRACT_LIMITS.exceptionDaysMax,
} as const satisfies Readonly<Record<Severity, number>>;

/** Requested exception, and the finding that it is for. */
interface Subject {
  readonly scope: ExceptionScope;
  readonly validationId: string | null;
  readonly findingId: string | null;
}

/**
 * Stores a request, which waits for approval.
 * @throws AppError `not_found`, `invalid_field`, `exception_too_broad`; `state_conflict` when the same one waits already
 */
export async function requestException(
  deps: ExceptionDeps,
  change: Change,
  input: FindingRequest | PatternRequest,
  terms: ExceptionTerms,
): Promise<ExceptionRecord> {
  const { orgId, actor } = change;
  const pattern = 'ruleId' in input ? await patternSubject(deps, input) : null;
  return withOrganisation(deps.sql, orgId, async (sql) => {
    const subject = pattern ?? (await findingSubject(deps, sql, input as FindingRequest));
    const { scope } = subject;
    const now = deps.now();
    requireLife(terms.expiresAt, scope.severity, now);
    await requireRequestable(sql, scope);
    await requireRoom(sql, scope, now);
    const { actors } = await listActorOrigins(sql, actor);
    const id = uuidV7(now);
    await insertException(sql, {
      ...scope,
      ...terms,
      id,
      orgId,
      validationId: subject.validationId,
      findingId: subject.findingId,
      requestedAt: now,
      requestedByKind: actor.kind === 'user' ? 'user' : 'key',
      requestedById: actor.id,
      requestedByName: actor.name,
      requestedByEmail: actors.find(({ email }) => email !== null)?.email ?? null,
    });
    const { validationId, findingId } = subject;
    if (validationId !== null && findingId !== null) {
      const isGroup = scope.places !== null;
      await attachException(sql, { id, validationId, findingId, severity: scope.severity, isGroup }, false);
    }
    const { ruleId, fileName, location, repository, severity } = scope;
    const requested = { ...terms, ruleId, fileName, location, repository, status: 'pending' };
    await auditException(
      sql,
      change,
      'exception.requested',
      { id, ruleId, fileName },
      {
        details: { location, repository, severity, ...terms },
        changes: fieldChanges(null, requested, REQUESTED_FIELDS),
      },
    );
    const stored = (await findException(sql, id))!;
    await insertEvent(sql, exceptionRequested(stored, deps.baseUrl));
    return stored;
  });
}

/** @throws AppError `invalid_field`, `exception_too_broad` if no exception may cover this */
export async function requireRequestable(sql: TenantTransaction, scope: ExceptionScope): Promise<void> {
  requireWaivable(scope);
  await requireNarrow(sql, scope);
}

/** Returns the longest life of an exception, in days. */
export function daysMaxOf(severity: Severity): number {
  return DAYS_MAX[severity];
}

/** Finds the coverage of an exception for a finding. @throws AppError `not_found`, `invalid_field` */
export async function findingSubject(
  { findFinding }: ExceptionDeps,
  sql: TenantTransaction,
  input: FindingRequest,
): Promise<Subject> {
  const { finding, filename, hasPath, pipeline } = await findFinding(sql, input);
  const fileName = input.fileName ?? filename;
  if (fileName !== filename && !readPattern(fileName)(filename)) {
    throw invalid('file_name', `does not fit ${JSON.stringify(filename)}, the file of the finding`);
  }
  const origin = originOf(pipeline);
  const repository = input.repository ?? origin;
  if (repository !== ANY && repository !== origin) {
    const known = origin === null ? 'which named none' : `which named ${JSON.stringify(origin)}`;
    throw invalid('repository', `must be ${ANY} or that of the validation, ${known}`);
  }
  const scope = {
    ruleId: finding.ruleId,
    fileName,
    byBaseName: !hasPath,
    fingerprint: finding.fingerprints.strong,
    places: finding.group?.places.map(({ fingerprints }) => fingerprints.strong) ?? null,
    location: locationText(finding.location),
    repository,
    severity: finding.severity,
  };
  return { scope, validationId: input.validationId, findingId: finding.id };
}

/** Finds the coverage of an exception for patterns. @throws AppError `not_found`, `invalid_field` */
export async function patternSubject({ findRule }: ExceptionDeps, input: PatternRequest): Promise<Subject> {
  const rule = await findRule(input.ruleId);
  if (rule === undefined) {
    throw new AppError('not_found', `There is no rule ${JSON.stringify(input.ruleId.slice(0, 80))}.`);
  }
  const { fileName, location } = input;
  if (!location.includes(ANY)) {
    const how = `has no ${ANY}. For one finding send validation_id and finding_id instead`;
    throw invalid('location', how);
  }
  const repository = input.repository ?? ANY;
  const { id: ruleId, severity } = rule;
  const scope = {
    ruleId,
    fileName,
    byBaseName: false,
    fingerprint: null,
    places: null,
    location,
    repository,
    severity,
  };
  return { scope, validationId: null, findingId: null };
}

function requireWaivable({ ruleId }: ExceptionScope): void {
  if (ruleId !== CONDITION_RULE) return;
  const what = `is ${ruleId}, a condition of the policy pack in force, which no exception waives`;
  throw invalid('rule_id', what);
}

function requireLife(expiresAt: Date, severity: Severity, now: Date): void {
  const days = DAYS_MAX[severity];
  if (expiresAt > now && expiresAt.getTime() <= now.getTime() + days * DAY_MS) return;
  const message = `expires_at is ${expiresAt.toISOString()}; it must be in the future, and at most ${days} days ahead where the finding is ${severity}.`;
  throw new AppError('invalid_field', message, { field: 'expires_at', limitDays: String(days) });
}

/** Rejects a second request for the same exception, and one over the limit of the organisation. */
async function requireRoom(sql: TenantTransaction, scope: ExceptionScope, now: Date): Promise<void> {
  await lockRequests(sql);
  const same = await findSameRequest(sql, scope, now);
  if (same !== undefined) {
    throw new AppError('state_conflict', `The exception ${same} asks for the same and waits for approval.`, {
      id: same,
    });
  }
  const { all, forPatterns } = await countLiveExceptions(sql, now);
  const { exceptionsLiveMax, exceptionsForPatternsMax } = EXCEPTION_LIMITS;
  if (all >= exceptionsLiveMax) throw tooMany(exceptionsLiveMax, 'exceptions');
  if (scope.fingerprint === null && forPatterns >= exceptionsForPatternsMax)
    throw tooMany(exceptionsForPatternsMax, 'exceptions for patterns');
}

function tooMany(limit: number, what: string): AppError {
  const message = `The organisation has ${limit} ${what} that are approved or wait, which is the limit. Revoke some first.`;
  return new AppError('state_conflict', message, { limit: String(limit) });
}

function invalid(field: string, what: string): AppError {
  return new AppError('invalid_field', `${field} ${what}.`, { field });
}
