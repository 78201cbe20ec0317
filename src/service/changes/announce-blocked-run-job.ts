/** Announces a run that the gate has blocked. */
import { reportUrl } from '../../analysis/model/report.ts';
import type { BlockedRunEvent } from '../../contract/event.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import { uuidV7 } from '../../infra/database/uuid-v7.ts';
import type { JobTask } from '../../infra/queue/task.ts';
import { insertEvent } from '../webhooks/events-store.ts';
import { type BlockedRun, takeBlockedRun } from './announced-changes-store.ts';

/** Sends its event in the transaction that marks it, so that no second attempt sends it again. */
export const announceBlockedRun: JobTask<'announce-blocked-run'> = async ({ payload, sql, baseUrl }) => {
  const { orgId, runId } = payload;
  await withOrganisation(sql, orgId, async (transaction) => {
    const run = await takeBlockedRun(transaction, runId);
    if (run !== undefined) await insertEvent(transaction, runBlocked({ orgId, runId }, run, baseUrl));
  });
};

function runBlocked(
  { orgId, runId }: { readonly orgId: string; readonly runId: string },
  run: BlockedRun,
  baseUrl: string,
): BlockedRunEvent {
  const { kind, changeId, filename, repository, branch, label, environment, pipeline, blocking, summary } =
    run;
  const now = new Date();
  return {
    id: uuidV7(now),
    orgId,
    kind: 'run.blocked',
    occurredAt: now,
    data: {
      runId,
      runKind: kind,
      changeId,
      fileName: filename,
      repository,
      branch,
      commit: pipeline?.commit ?? null,
      prUrl: pipeline?.prUrl ?? null,
      author: pipeline?.author ?? null,
      label,
      environment,
      blocking,
      summary,
      endedAt: (run.endedAt ?? now).toISOString(),
      reportUrl: kind === 'file' ? reportUrl(baseUrl, runId) : `${baseUrl}/projects/${runId}`,
    },
    chat: null,
  };
}
