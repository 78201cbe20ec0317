/** Chat message about an event, before the format of any chat: a title, facts, lines and links. */

import { type EventRecord, isProjectEvent } from '../../../contract/event.ts';
import { truncate } from '../../../text/truncate.ts';
import { alarmMessage } from './alarm-message.ts';
import { blockedRunMessage } from './blocked-run-message.ts';
import { changeMessage } from './change-message.ts';
import type { ChatMessage } from './chat-message.ts';
import { decisionMessage } from './decision-message.ts';
import { expiryMessage } from './expiry-message.ts';
import { projectAlertMessage, projectMessage } from './project-message.ts';
import { requestMessage } from './request-message.ts';
import { expiringCredentialMessage, failedPullMessage, foundDriftMessage } from './source-message.ts';
import { resultMessage } from './validation-message.ts';

const TITLE_CHARACTERS_MAX = 140;
const VALUE_CHARACTERS_MAX = 200;
const LINE_CHARACTERS_MAX = 400;
/** A card shows four buttons. */
const LINKS_MAX = 4;

/** The message of an event. `baseUrl` is what links to results start with. */
export function chatMessage(event: EventRecord, baseUrl: string): ChatMessage {
  const { title, facts, lines, links, tone } = messageOf(event, baseUrl);
  return {
    title: plain(title, TITLE_CHARACTERS_MAX),
    facts: facts
      .map(([name, value]) => [name, plain(value, VALUE_CHARACTERS_MAX)] as const)
      .filter(([, value]) => value !== ''),
    lines: lines.map((line) => plain(line, LINE_CHARACTERS_MAX)).filter((line) => line !== ''),
    links: links.slice(0, LINKS_MAX),
    tone,
  };
}

/** The text where a chat would read what stands between angle brackets as its own markup. */
export function escapedMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function messageOf(event: EventRecord, baseUrl: string): ChatMessage {
  if (isProjectEvent(event))
    return event.kind === 'validation.completed'
      ? projectMessage(event, baseUrl)
      : projectAlertMessage(event, baseUrl);
  switch (event.kind) {
    case 'validation.completed':
      return resultMessage(event, baseUrl);
    case 'validation.below_threshold':
      return alarmMessage(event, baseUrl);
    case 'exception.expiring_soon':
      return expiryMessage(event, baseUrl);
    case 'change.completed':
      return changeMessage(event, baseUrl);
    case 'exception.requested':
      return requestMessage(event, baseUrl);
    case 'exception.decided':
      return decisionMessage(event, baseUrl);
    case 'run.blocked':
      return blockedRunMessage(event, baseUrl);
    case 'source.pull_failed':
      return failedPullMessage(event);
    case 'source.drift_found':
      return foundDriftMessage(event);
    case 'source.credential_expiring':
      return expiringCredentialMessage(event);
  }
}

/** One line without control characters: chats show them as boxes, JSON writes six each, and some reverse the text. */
function plain(value: string, characters: number): string {
  return truncate(value.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_C}]+/gu, ' ').trim(), characters);
}
