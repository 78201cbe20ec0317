/** Chat message about an exception that is going to end. */

import type { EventRecord } from '../../../contract/event.ts';
import { plural } from '../../../text/format.ts';
import type { ChatMessage } from './chat-message.ts';
import { ruleLinks } from './rule-links.ts';
import { memberText } from './run-facts.ts';

/** The message of an `exception.expiring_soon` event. */
export function expiryMessage({ data }: EventRecord, baseUrl: string): ChatMessage {
  return {
    title: `Exception for ${memberText(data.ruleId)} expires in ${plural(Number(data.daysRemaining), 'day')}`,
    facts: [
      ['File', memberText(data.fileName)],
      ['Location', memberText(data.location)],
      ['Expires', memberText(data.expiresAt)],
      ['Requested by', memberText(data.requestedByEmail)],
    ],
    lines: [memberText(data.reason)],
    links: ruleLinks([memberText(data.ruleId)], baseUrl),
    tone: 'warning',
  };
}
