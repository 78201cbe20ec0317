/** An Adaptive Card of at most 20 KiB, in the message that a workflow of the chat takes. */
import { KIB } from '../../../units.ts';
import type { ChatMessage } from './chat-message.ts';

/** Largest message with a card. */
export const CHAT_CBYTES_MAX = 20 * KIB;

const STYLES = { good: 'good', warning: 'warning', bad: 'attention' } as const satisfies Readonly<
  Record<ChatMessage['tone'], string>
>;

/** The body. Texts from a customer's file are runs of rich text, which format nothing and mention no one. */
export function chatCBody(message: ChatMessage): Buffer {
  for (let count = message.lines.length; ; count -= 1) {
    const body = Buffer.from(JSON.stringify(written(message, message.lines.slice(0, count))));
    if (body.length <= CHAT_CBYTES_MAX || count === 0) return body;
  }
}

function written(message: ChatMessage, lines: readonly string[]) {
  return {
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: card(message, lines),
      },
    ],
  };
}

function card({ title, facts, links, tone }: ChatMessage, lines: readonly string[]) {
  return {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: title,
    msteams: { width: 'Full' },
    body: [
      {
        type: 'Container',
        style: STYLES[tone],
        bleed: true,
        items: [richText([{ text: title, weight: 'Bolder', size: 'Medium' }])],
      },
      ...facts.map(([name, value]) => richText([{ text: `${name}: `, weight: 'Bolder' }, { text: value }])),
      ...lines.map((text) => richText([{ text }])),
    ],
    actions: links.map(({ name, url }) => ({ type: 'Action.OpenUrl', title: name, url })),
  };
}

/** Text with its style. */
interface Run {
  readonly text: string;
  readonly weight?: 'Bolder';
  readonly size?: 'Medium';
}

function richText(runs: readonly Run[]) {
  return { type: 'RichTextBlock', inlines: runs.map((run) => ({ type: 'TextRun', ...run })) };
}
