/** A MessageCard of at most 20 KiB. */
import { KIB } from '../../../units.ts';
import type { ChatMessage } from './chat-message.ts';
import { escapedMarkup } from './message.ts';

/** Largest message card. */
export const CHAT_BBYTES_MAX = 20 * KIB;

const COLOURS = { good: '2E7D32', warning: 'F9A825', bad: 'C62828' } as const satisfies Readonly<
  Record<ChatMessage['tone'], string>
>;

/**
 * The body. What comes from a customer's file is shown as it is: Markdown is off, and the HTML that this chat formats by
 * all the same is escaped. Only the summary, which notifications show, is plain text.
 */
export function chatBBody(message: ChatMessage): Buffer {
  for (let count = message.lines.length; ; count -= 1) {
    const body = Buffer.from(JSON.stringify(card(message, message.lines.slice(0, count))));
    if (body.length <= CHAT_BBYTES_MAX || count === 0) return body;
  }
}

function card({ title, facts, links, tone }: ChatMessage, lines: readonly string[]) {
  const sections = [
    {
      activityTitle: escapedMarkup(title),
      facts: facts.map(([name, value]) => ({ name, value: escapedMarkup(value) })),
      markdown: false,
    },
    ...lines.map((text) => ({ text: escapedMarkup(text), markdown: false })),
  ];
  return {
    '@type': 'MessageCard',
    '@context': 'https://schema.org/extensions',
    themeColor: COLOURS[tone],
    summary: title,
    sections,
    potentialAction: links.map(({ name, url }) => ({
      '@type': 'OpenUri',
      name,
      targets: [{ os: 'default', uri: url }],
    })),
  };
}
