/** Chat message about a run that the gate has blocked. */
import type { BlockedRunEvent } from '../../../contract/event.ts';
import { plural } from '../../../text/format.ts';
import type { ChatMessage } from './chat-message.ts';
import { openResult, pullRequestLinks, summaryText } from './run-facts.ts';

/** Returns the message of a `run.blocked` event. */
export function blockedRunMessage({ data }: BlockedRunEvent, baseUrl: string): ChatMessage {
  const folder = data.runKind === 'file' ? 'validations' : 'projects';
  return {
    title: `Blocked by ${plural(data.blocking, 'finding')}: ${data.fileName}`,
    facts: [
      ['Repository', data.repository ?? ''],
      ['Branch', data.branch ?? ''],
      ['Author', data.author ?? ''],
      ['Environment', data.environment ?? ''],
      ['Findings', summaryText(data.summary)],
      ['Label', data.label ?? ''],
    ],
    lines: [],
    links: [
      openResult(`${baseUrl}/${folder}/${encodeURIComponent(data.runId)}`),
      ...pullRequestLinks(data.prUrl),
    ],
    tone: 'bad',
  };
}
