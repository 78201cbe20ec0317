/** Chat message about an exception that is going to end. */

import type { ExpiringExceptionEvent } from '../../../contract/event.ts';
import { plural } from '../../../text/format.ts';
import type { ChatMessage } from './chat-message.ts';
import { ruleLinks } from './rule-links.ts';

/** The message of an `exception.expiring_soon` event. */
export function expiryMessage({ data }: ExpiringExceptionEvent, baseUrl: string): ChatMessage {
  return {
    title: `Exception for ${data.ruleId} expires in ${plural(data.daysRemaining, 'day')}`,
    facts: [
      ['File', data.fileName],
      ['Location', data.location],
      ['Expires', data.expiresAt],
      ['Requested by', data.requestedByEmail ?? ''],
    ],
    lines: [data.reason],
    links: ruleLinks([data.ruleId], baseUrl),
    tone: 'warning',
  };
}
