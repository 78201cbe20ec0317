/** Chat message about a change whose runs have ended. */
import type { CompletedChangeData, CompletedChangeEvent } from '../../../contract/event.ts';
import { formatNumber, plural } from '../../../text/format.ts';
import type { ChatMessage } from './chat-message.ts';
import { openResult, pullRequestLinks, summaryText } from './run-facts.ts';

const COMMIT_CHARACTERS = 12;

/** Returns the message of a `change.completed` event. */
export function changeMessage({ data }: CompletedChangeEvent, baseUrl: string): ChatMessage {
  return {
    ...verdictOf(data),
    facts: [
      ['Repository', data.repository ?? ''],
      ['Branch', data.branch ?? ''],
      ['Commit', data.commit?.slice(0, COMMIT_CHARACTERS) ?? ''],
      ['Author', data.author ?? ''],
      ['Files', filesText(data)],
      ['Findings', summaryText(data.summary)],
      [
        'Changes',
        `${formatNumber(data.newFindingsCount)} new, ${formatNumber(data.resolvedFindingsCount)} resolved`,
      ],
    ],
    lines: [],
    links: [
      openResult(`${baseUrl}/changes/${encodeURIComponent(data.changeId)}`),
      ...pullRequestLinks(data.prUrl),
    ],
  };
}

/** Returns the title: never cleaner than the worst run. */
function verdictOf(data: CompletedChangeData): Pick<ChatMessage, 'title' | 'tone'> {
  const { passed, blockedCount, failedCount, wouldBlock } = data;
  const name = nameOf(data);
  if (blockedCount > 0) return { title: `Blocked by ${plural(wouldBlock, 'finding')}: ${name}`, tone: 'bad' };
  if (failedCount > 0 || !passed)
    return { title: `${plural(failedCount, 'file')} could not be validated: ${name}`, tone: 'bad' };
  if (wouldBlock > 0)
    return { title: `${plural(wouldBlock, 'finding')} would block: ${name}`, tone: 'warning' };
  return { title: `Passed: ${name}`, tone: 'good' };
}

function nameOf({ kind, repository, branch, fileName }: CompletedChangeData): string {
  if (kind === 'file' || kind === 'project' || repository === null) return fileName;
  return branch === null ? repository : `${repository}, ${branch}`;
}

function filesText({ fileCount, blockedCount, failedCount }: CompletedChangeData): string {
  const parts = [
    plural(fileCount, 'file'),
    ...(blockedCount === 0 ? [] : [`${formatNumber(blockedCount)} blocked`]),
    ...(failedCount === 0 ? [] : [`${formatNumber(failedCount)} could not be validated`]),
  ];
  return parts.join(', ');
}
