/** A Block Kit message of at most 20 blocks and 10,000 characters. */
import type { ChatLink, ChatMessage } from './chat-message.ts';
import { escapedMarkup } from './message.ts';

/** Most characters of a block message. */
export const CHAT_ACHARACTERS_MAX = 10_000;

/** Most blocks of a block message. */
export const CHAT_ABLOCKS_MAX = 20;

/** Body of the message. Text from a customer's file is plain text, so it can neither format nor mention anyone. */
export function chatABody(message: ChatMessage): Buffer {
  const { title, facts, lines, links } = message;
  const head = [
    { type: 'header', text: plain(title) },
    { type: 'section', fields: facts.map(([name, value]) => plain(`${name}\n${value}`)) },
  ];
  const foot = links.length === 0 ? [] : [{ type: 'context', elements: links.map(linkElement) }];
  const blocks: object[] = [...head];
  for (const line of lines) {
    const more = [...blocks, { type: 'section', text: plain(line) }];
    if (more.length + foot.length > CHAT_ABLOCKS_MAX) break;
    if (written(title, [...more, ...foot]).length > CHAT_ACHARACTERS_MAX) break;
    blocks.splice(0, blocks.length, ...more);
  }
  return Buffer.from(written(title, [...blocks, ...foot]));
}

/** `text` is what notifications show; there the characters that could mean a mention are escaped. */
function written(title: string, blocks: readonly object[]): string {
  return JSON.stringify({ text: escapedMarkup(title), blocks });
}

function plain(text: string) {
  return { type: 'plain_text', text, emoji: false };
}

function linkElement({ name, url }: ChatLink) {
  return { type: 'mrkdwn', text: `<${escapedMarkup(url)}|${escapedMarkup(name)}>` };
}
