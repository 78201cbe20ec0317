/** Converts changes to protobuf messages. */

import { changeUrl } from '../../contract/change.ts';
import { type Complete, withoutNulls } from '../../contract/complete.ts';
import type { Change, ChangeFinding as FindingMessage } from '../../gen/flowarden/v1/change.ts';
import { changePassed, changeStatus } from '../../service/changes/change.ts';
import type { ChangeFinding } from '../../service/changes/change-runs-store.ts';
import type { ChangeDetails } from '../../service/changes/read-changes.ts';
import { type AnswerStyle, toPipeline } from './convert-result.ts';

/** Converts a change. */
export function toChange(change: ChangeDetails, { baseUrl }: AnswerStyle): Complete<Change> {
  const { id, kind, pipeline } = change;
  const shown = withoutNulls(change);
  return {
    id,
    kind,
    status: changeStatus(change),
    passed: changePassed(change) ?? undefined,
    wouldBlock: change.wouldBlockCount,
    repository: shown.repository,
    branch: shown.branch,
    commit: shown.commit,
    prUrl: pipeline?.prUrl ?? undefined,
    author: pipeline?.author ?? undefined,
    agent: pipeline?.agent ?? undefined,
    pipeline: toPipeline(pipeline),
    filename: change.filename,
    runKind: change.runKind,
    runId: change.runId,
    runCount: change.runCount,
    countedRuns: change.countedRuns,
    fileCount: change.fileCount,
    openCount: change.openCount,
    failedCount: change.failedCount,
    blockedCount: change.blockedCount,
    newFindingsCount: change.newCount,
    resolvedFindingsCount: change.resolvedCount,
    summary: change.summary,
    source: shown.source,
    label: shown.label,
    environment: shown.environment,
    ownerName: shown.ownerName,
    begunAt: change.begunAt,
    activeAt: change.activeAt,
    endedAt: shown.endedAt,
    previousChangeId: shown.previousId,
    reportUrl: changeUrl(baseUrl, id),
  };
}

/** Converts a finding that a change brings or resolves. */
export function toChangeFinding(finding: ChangeFinding): Complete<FindingMessage> {
  return { ...finding, findingId: finding.findingId ?? undefined };
}
