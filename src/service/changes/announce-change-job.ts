/** Announces a change whose runs have ended. */
import { changeUrl } from '../../contract/change.ts';
import type { CompletedChangeEvent } from '../../contract/event.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import type { JobTask } from '../../infra/queue/task.ts';
import { insertEvent } from '../webhooks/events-store.ts';
import { markChangeAnnounced } from './announced-changes-store.ts';
import { type ChangeRecord, changePassed } from './change.ts';
import { findChange } from './changes-store.ts';

/** Sends its event in the transaction that marks it, so that no second attempt sends it again. */
export const announceChange: JobTask<'announce-change'> = async ({ payload, sql, baseUrl }) => {
  const { orgId, changeId } = payload;
  await withOrganisation(sql, orgId, async (transaction) => {
    const now = new Date();
    // A change with a run under way is announced by the job of its last end.
    if (!(await markChangeAnnounced(transaction, changeId, now))) return;
    const change = (await findChange(transaction, changeId))!;
    await insertEvent(transaction, changeCompleted(orgId, change, now, baseUrl));
  });
};

function changeCompleted(
  orgId: string,
  change: ChangeRecord,
  now: Date,
  baseUrl: string,
): CompletedChangeEvent {
  const { id, kind, repository, branch, commit, pipeline, filename } = change;
  const { critical, high, medium, low, total } = change.summary;
  return {
    id: uuidV7(now),
    orgId,
    kind: 'change.completed',
    occurredAt: now,
    data: {
      changeId: id,
      kind,
      passed: changePassed(change) ?? false,
      repository,
      branch,
      commit,
      prUrl: pipeline?.prUrl ?? null,
      author: pipeline?.author ?? null,
      fileName: filename,
      fileCount: change.fileCount,
      blockedCount: change.blockedCount,
      failedCount: change.failedCount,
      wouldBlock: change.wouldBlockCount,
      newFindingsCount: change.newCount,
      resolvedFindingsCount: change.resolvedCount,
      // In the order of other events: the database sorts the members of its JSON.
      summary: { critical, high, medium, low, total },
      endedAt: (change.endedAt ?? now).toISOString(),
      reportUrl: changeUrl(baseUrl, id),
    },
    chat: null,
  };
}
