/** The use case of previewing an exception: what it would cover in the newest runs, and whether it could be requested. */
import { exceptionFinder } from '../../analysis/engine/apply-exceptions.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import type { ExceptionScope } from '../../contract/exception.ts';
import { fileOf, forExceptions, isForFile } from '../../contract/runs/same-file.ts';
import { AppError } from '../../errors.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import type { ExceptionDeps } from './decide-exceptions.ts';
import { findSameRequest } from './exceptions-store.ts';
import { listNewestFindings } from './newest-findings-store.ts';
import {
  daysMaxOf,
  type FindingRequest,
  findingSubject,
  type PatternRequest,
  patternSubject,
  requireRequestable,
} from './request-exception.ts';

/** Open finding that an exception would cover. */
export interface CoveredFinding {
  readonly validationId: string;
  readonly filename: string;
  readonly finding: Finding;
}

export interface ExceptionPreview {
  readonly scope: ExceptionScope;
  /** Longest life, in days. */
  readonly daysMax: number;
  /** An exception that waits and covers exactly the same; absent: none. */
  readonly sameRequestId: string | undefined;
  /** Reason why it could not be requested; absent: it could. */
  readonly problem: AppError | undefined;
  readonly covered: readonly CoveredFinding[];
  readonly runsExamined: number;
  /** False: there are older runs that were not examined. */
  readonly isComplete: boolean;
}

/** Finds what an exception would cover now. @throws AppError `not_found`, `invalid_field`, `query_timeout` */
export async function previewException(
  deps: ExceptionDeps,
  orgId: string,
  input: FindingRequest | PatternRequest,
): Promise<ExceptionPreview> {
  const ofPattern = 'ruleId' in input ? await patternSubject(deps, input) : null;
  return readList(deps.sql, orgId, async (sql) => {
    const { scope } = ofPattern ?? (await findingSubject(deps, sql, input as FindingRequest));
    const now = deps.now();
    const problem = await requireRequestable(sql, scope).then(
      () => undefined,
      (error: unknown) => {
        if (error instanceof AppError) return error;
        throw error;
      },
    );
    const sameRequestId = await findSameRequest(sql, scope, now);
    const { runs, isComplete } = await listNewestFindings(sql, scope);
    const exception = {
      ...scope,
      id: '',
      decision: 'approved',
      expiresAt: new Date(now.getTime() + 1),
    } as const;
    const find = exceptionFinder([exception], { now, isHiding: false });
    const covered = runs.flatMap(({ id, filename, pipeline, findings }) => {
      if (!isForFile(scope, forExceptions(fileOf(filename, pipeline), pipeline))) return [];
      return findings
        .filter((finding) => finding.exceptionStatus !== 'approved' && find(finding) !== undefined)
        .map((finding) => ({ validationId: id, filename, finding }));
    });
    return {
      scope,
      daysMax: daysMaxOf(scope.severity),
      sameRequestId,
      problem,
      covered,
      runsExamined: runs.length,
      isComplete,
    };
  });
}
