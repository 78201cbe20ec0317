/** Facts of a change: what it belongs to, and its numbers. */
import type { Change } from '../../api/calls/changes.ts';
import { FindingCounts } from '../../parts/data/finding-counts.tsx';
import { RelativeTime } from '../../parts/data/relative-time.tsx';
import { counted } from '../../parts/data/words.ts';
import { KeyValues } from '../../parts/layout/key-values.tsx';
import { WebLink } from '../../parts/layout/web-link.tsx';
import { href } from '../../routing/paths.ts';
import { pullRequestName } from './change-verdict.tsx';

/** Shows the verdict in words, then facts with links to all that belongs to the change. */
export function ChangeFacts({ change }: { readonly change: Change }) {
  const { repository, commit, prUrl, pipeline, author, agent, ownerName } = change;
  return (
    <div class="change-facts">
      <p class="section-notice">{verdictSentence(change)}</p>
      <KeyValues
        entries={[
          [
            'Repository',
            repository && (
              <a key="repository" href={href('/workflows', null, { repository })}>
                <bdi>{repository}</bdi>
              </a>
            ),
          ],
          [
            'Commit',
            commit && (
              <span key="commit" class="mono commit-hash">
                {commit}
              </span>
            ),
          ],
          [
            'Pull request',
            prUrl && (
              <WebLink key="pr" address={prUrl}>
                {pullRequestName(prUrl)}
              </WebLink>
            ),
          ],
          [
            'Pipeline',
            pipeline.workflowRunUrl && (
              <WebLink key="pipeline" address={pipeline.workflowRunUrl}>
                {pipeline.definitionName ?? pipeline.pipelineName ?? 'Pipeline run'}
              </WebLink>
            ),
          ],
          ['Author', author && <bdi key="author">{author}</bdi>],
          ['Coding agent', agent && <bdi key="agent">{agent} (claimed)</bdi>],
          ['Sent by', ownerName && <bdi key="owner">{ownerName}</bdi>],
          [
            'Previous',
            change.previousChangeId && (
              <a key="previous" href={href('/changes/:id', { id: change.previousChangeId })}>
                Previous change on this branch
              </a>
            ),
          ],
        ]}
      />
      <KeyValues
        inRow
        entries={[
          ['Findings', change.summary && <FindingCounts key="findings" summary={change.summary} />],
          ['Files', change.fileCount.toLocaleString('en')],
          ['Began', <RelativeTime key="began" time={change.begunAt} />],
          [
            'Ended',
            change.endedAt && change.openCount === 0 && <RelativeTime key="ended" time={change.endedAt} />,
          ],
        ]}
      />
    </div>
  );
}

function verdictSentence(change: Change): string {
  const { status, blockedCount, failedCount, openCount, wouldBlock, countedRuns } = change;
  if (status === 'canceled') return 'All its runs were canceled.';
  const sentences = [
    blockedCount === 0
      ? null
      : `Blocked in ${blockedCount.toLocaleString('en')} of ${counted(countedRuns, 'run')}: the gate counts ${counted(wouldBlock, 'finding')}.`,
    failedCount === 0 ? null : `${counted(failedCount, 'run')} ended without a result, which never passes.`,
    openCount === 0 ? null : `${counted(openCount, 'run')} waiting or under way.`,
  ].filter((sentence) => sentence !== null);
  if (sentences.length > 0) return sentences.join(' ');
  return wouldBlock > 0
    ? `Passed, as the mode does not block: ${counted(wouldBlock, 'finding')} would block.`
    : 'Passed: nothing that blocks was found.';
}
