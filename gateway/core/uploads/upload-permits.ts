/** Limits the calls that wait for their upload, in total and per organisation. */
import { allTaken } from '../../../src/errors.ts';
import { createSemaphore } from '../../../src/infra/async/semaphore.ts';
import { GATEWAY_LIMITS } from '../../limits.ts';
import { type Credentials, organisationOf } from '../credentials.ts';
import type { OpenedCall } from '../opened-call.ts';

/** Counts an admitted call until it ends. @throws AppError `concurrency_limited`; the call is then cancelled */
type HoldPermit = (opened: OpenedCall, caller: Credentials | null) => void;

/**
 * Creates the permits of one gateway. Count only calls that the core has admitted: before that, a caller may claim
 * any organisation.
 */
export function createUploadPermits(): HoldPermit {
  const { openedCallsMax, openedCallsOrgMax } = GATEWAY_LIMITS;
  const permits = createSemaphore({ total: openedCallsMax, perKey: openedCallsOrgMax });
  return (opened, caller) => {
    const release = permits.tryTake((caller && organisationOf(caller)) ?? 'anonymous');
    if (release === null) {
      opened.cancel();
      throw allTaken(
        `Too many uploads are under way: at most ${openedCallsOrgMax} of one organisation, ${openedCallsMax} in all.`,
      );
    }
    void opened.ended.then(release);
  };
}
