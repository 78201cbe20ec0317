/** The facts of a message about a run that files and projects have in common. */
import type { RunContext } from '../../../contract/event.ts';
import type { ChatLink, ChatMessage } from './chat-message.ts';

/** The `data` of an event. */
export type Data = Readonly<Record<string, unknown>>;

/** The member of an event as text; empty where it has none. */
export function memberText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The score as people read it. */
export function scoreText(score: unknown): string {
  return memberText(score) === '' ? '' : `${memberText(score)} of 100`;
}

/** Findings by severity in words. */
export function summaryText(summary: unknown): string {
  const { critical, high, medium, low } = (summary ?? {}) as Data;
  return `${memberText(critical)} critical, ${memberText(high)} high, ${memberText(medium)} medium, ${memberText(low)} low`;
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

/** The page of a validation. */
export function resultLink({ validationId }: Data, baseUrl: string): ChatLink {
  return openResult(`${baseUrl}/validations/${encodeURIComponent(memberText(validationId))}`);
}

/** The link that opens a result. */
export function openResult(url: string): ChatLink {
  return { name: 'Open the result', url };
}
