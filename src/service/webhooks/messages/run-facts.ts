/** The facts of a message about a run that files and projects have in common. */
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

/** The link that opens a result. */
export function openResult(url: string): ChatLink {
  return { name: 'Open the result', url };
}
