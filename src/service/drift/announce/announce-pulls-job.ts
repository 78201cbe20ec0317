/** Follows up pulls that have ended: proposes links, and announces what failed and what drift is new. */
import type { FailedPullEvent, FoundDriftEvent } from '../../../contract/event.ts';
import type { FoundDriftData } from '../../../contract/events/source-data.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { inTransaction, withOrganisation } from '../../../infra/database/database.ts';
import { uuidV7 } from '../../../infra/database/uuid-v7.ts';
import { INFRA_LIMITS } from '../../../infra/limits.ts';
import type { JobTask } from '../../../infra/queue/task.ts';
import { insertEvent } from '../../webhooks/events-store.ts';
import { proposeLinks } from '../proposals/propose-links.ts';
import { findNewDrift } from './find-new-drift.ts';
import {
  type EndedPull,
  holdEndedPull,
  listEndedPulls,
  releaseEndedPull,
  storeAnnouncedStates,
  takeEndedPull,
} from './source-announcements-store.ts';
import { sourceMembers } from './source-members.ts';

/** The look, every minute. A pull that cannot be followed up is tried again then, and does not stop the others. */
export const announcePulls: JobTask<'announce-pulls'> = async ({ sql, baseUrl, log, signal }) => {
  const pulls = await inTransaction(sql, (inner) => listEndedPulls(inner, INFRA_LIMITS.sweepRowsMax));
  for (const pull of pulls) {
    if (signal.aborted) return;
    // A run may take longer than a minute: the next one leaves what this one follows up.
    if (!(await inTransaction(sql, (inner) => holdEndedPull(inner, pull)))) continue;
    try {
      await announce(sql, pull, baseUrl, signal);
    } catch (error) {
      await inTransaction(sql, (inner) => releaseEndedPull(inner, pull));
      if (signal.aborted) return;
      const { orgId, id } = pull;
      log.error({ err: error, orgId, pullId: id }, 'a pull that has ended could not be followed up');
    }
  }
};

/** Makes the events of a pull in the transaction that marks it, so that no second attempt makes them again. */
async function announce(sql: Sql, pull: EndedPull, baseUrl: string, signal: AbortSignal): Promise<void> {
  const { isProbe, outcome, isDriftHeard, isFailedAgain } = pull;
  const hasFailed = outcome === 'failed';
  const isFound = !isProbe && !hasFailed;
  if (isFound) await proposeLinks(sql, pull, signal);
  const drift = isFound && isDriftHeard ? await findNewDrift(sql, pull, signal) : null;
  await withOrganisation(sql, pull.orgId, async (transaction) => {
    if (!(await takeEndedPull(transaction, pull.id))) return;
    const now = new Date();
    if (drift !== null) await storeAnnouncedStates(transaction, drift.changes);
    if (drift !== null && drift.newCount > 0)
      await insertEvent(transaction, driftFound(pull, drift, baseUrl, now));
    if (hasFailed && !isProbe && !isFailedAgain)
      await insertEvent(transaction, pullFailed(pull, baseUrl, now));
  });
}

/** Returns the event of a pull that has failed. */
function pullFailed(pull: EndedPull, baseUrl: string, now: Date): FailedPullEvent {
  return {
    id: uuidV7(now),
    orgId: pull.orgId,
    kind: 'source.pull_failed',
    occurredAt: now,
    chat: null,
    data: {
      ...sourceMembers(pull, baseUrl),
      pullId: pull.id,
      problem: pull.problem,
      endedAt: pull.endedAt.toISOString(),
    },
  };
}

/** Returns the event of drift that a pull has found. */
function driftFound(
  pull: EndedPull,
  drift: Pick<FoundDriftData, 'driftedCount' | 'newCount' | 'artefacts'>,
  baseUrl: string,
  now: Date,
): FoundDriftEvent {
  return {
    id: uuidV7(now),
    orgId: pull.orgId,
    kind: 'source.drift_found',
    occurredAt: now,
    chat: null,
    data: {
      ...sourceMembers(pull, baseUrl),
      pullId: pull.id,
      driftedCount: drift.driftedCount,
      newCount: drift.newCount,
      artefacts: drift.artefacts,
      endedAt: pull.endedAt.toISOString(),
      reportUrl: `${baseUrl}/drift`,
    },
  };
}
