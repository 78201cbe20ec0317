/** The use case of deciding on many exceptions at once: each by itself, with a result of its own. */
import { AppError } from '../../errors.ts';
import type { Change } from '../policy/organisation-settings.ts';
import { approveException, type ExceptionDeps, rejectException } from './decide-exceptions.ts';
import type { ExceptionRecord } from './exceptions-store.ts';

/** Result for one of the exceptions: how it stands now, or the error. */
export interface DecisionResult {
  readonly id: string;
  readonly record: ExceptionRecord | null;
  readonly error: AppError | null;
}

export const DECISIONS = ['approve', 'reject'] as const;

/** Decision on many exceptions. */
export interface ManyDecisions {
  readonly ids: readonly string[];
  readonly decision: (typeof DECISIONS)[number];
  readonly note: string | null;
}

/** Decides on the exceptions in their order, each in a transaction of its own; one that fails does not stop the others. */
export async function decideMany(
  deps: Pick<ExceptionDeps, 'sql' | 'now' | 'baseUrl'>,
  change: Change,
  { ids, decision, note }: ManyDecisions,
  signal: AbortSignal,
): Promise<readonly DecisionResult[]> {
  const decide = decision === 'approve' ? approveException : rejectException;
  const results: DecisionResult[] = [];
  for (const id of new Set(ids)) {
    signal.throwIfAborted();
    try {
      results.push({ id, record: await decide(deps, change, id, note), error: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ id, record: null, error });
    }
  }
  return results;
}
