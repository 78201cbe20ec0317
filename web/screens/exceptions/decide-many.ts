/** Decisions on many exceptions. */

import { loadAgain } from '../../api/answers.ts';
import { countFindings, listFindings } from '../../api/calls/estate.ts';
import {
  type DecisionResult,
  decideExceptions,
  getException,
  listExceptions,
} from '../../api/calls/exceptions.ts';
import { summariseFeed } from '../../api/calls/feed.ts';

/** Ids that one call takes. */
const IDS_MAX = 100;

export type Decision = 'approve' | 'reject';

/** Loads everything about exceptions again. */
export async function refreshExceptions(): Promise<void> {
  await Promise.all(
    [listExceptions, getException, summariseFeed, listFindings, countFindings].map((call) => loadAgain(call)),
  );
}

/**
 * Decides on exceptions, as many a call as the API takes. After a call that failed, the rest is not decided, and has
 * the error as its result. @throws ApiError if the first call fails
 */
export async function decideMany(
  ids: readonly string[],
  decision: Decision,
  note: string,
): Promise<readonly DecisionResult[]> {
  const all: DecisionResult[] = [];
  try {
    while (all.length < ids.length) {
      const some = ids.slice(all.length, all.length + IDS_MAX);
      const body = { ids: some, decision, ...(note === '' ? {} : { note }) };
      all.push(...(await decideExceptions.send({ body })).results);
    }
  } catch (failure) {
    if (all.length === 0) throw failure;
    const error = { code: 'not_sent', message: (failure as Error).message };
    all.push(...ids.slice(all.length).map((id) => ({ id, exception: null, error })));
  }
  await refreshExceptions();
  return all;
}
