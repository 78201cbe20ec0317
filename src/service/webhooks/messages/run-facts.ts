/** The facts of a message about a run that files and projects have in common. */
import { PLATFORMS, platformFromWire } from '../../../analysis/model/platform.ts';
import type { Summary } from '../../../analysis/model/report.ts';
import type { FileResultData, RunContext } from '../../../contract/event.ts';
import type { ChatLink, ChatMessage } from './chat-message.ts';

/** Returns the score as people read it; '' without one. */
export function scoreText(score: number | null): string {
  return score === null ? '' : `${score} of 100`;
}

/** Returns the number of findings of each severity in words. */
export function summaryText({ critical, high, medium, low }: Summary): string {
  return `${critical} critical, ${high} high, ${medium} medium, ${low} low`;
}

/** Builds the facts about the origin of a run. Events of earlier versions lack them. */
export function contextFacts(chat: RunContext | null): ChatMessage['facts'] {
  if (chat === null) return [];
  return [
    chat.repository === null ? ['Solution', chat.solution ?? ''] : ['Repository', chat.repository],
    ['Branch', chat.branch ?? ''],
    ['Run by', chat.owner ?? ''],
  ];
}

/** Returns the link to the page of a validation. */
export function resultLink(
  { validationId }: Pick<FileResultData, 'validationId'>,
  baseUrl: string,
): ChatLink {
  return openResult(`${baseUrl}/validations/${encodeURIComponent(validationId)}`);
}

/** Returns the name of a platform as people know it. */
export function platformTitle(wire: string): string {
  const platform = platformFromWire(wire);
  return platform === undefined ? wire : PLATFORMS[platform].title;
}

/** Returns the link to the pull request of a run, as a list: empty without an address of the web. */
export function pullRequestLinks(prUrl: string | null | undefined): readonly ChatLink[] {
  const url = prUrl == null ? null : URL.parse(prUrl);
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    return [];
  // A chat may read `|` as the end of the address.
  return [{ name: 'Open the pull request', url: url.href.replaceAll('|', '%7C') }];
}

/** The link that opens a result. */
export function openResult(url: string): ChatLink {
  return { name: 'Open the result', url };
}
