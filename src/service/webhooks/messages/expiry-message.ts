/** What a chat says about an exception that is going to end. */

import type { EventRecord } from '../../../contract/event.ts';
import { plural } from '../../../text/format.ts';
import type { ChatMessage } from './chat-message.ts';
import { ruleLinks } from './rule-links.ts';
import { textOf } from './run-facts.ts';

/** The message of an `exception.expiring_soon` event. */
export function expiryMessage({ data }: EventRecord, baseUrl: string): ChatMessage {
  return {
    title: `Exception for ${textOf(data.ruleId)} expires in ${plural(Number(data.daysRemaining), 'day')}`,
    facts: [
      ['File', textOf(data.fileName)],
      ['Location', textOf(data.location)],
      ['Expires', textOf(data.expiresAt)],
      ['Requested by', textOf(data.requestedByEmail)],
    ],
    lines: [textOf(data.reason)],
    links: ruleLinks([textOf(data.ruleId)], baseUrl),
    tone: 'warning',
  };
}
