/** Chat message about a decision on an exception. */
import type { DecidedExceptionEvent } from '../../../contract/event.ts';
import type { ChatMessage } from './chat-message.ts';
import { exceptionFacts, exceptionLink } from './request-message.ts';

/** Returns the message of an `exception.decided` event. */
export function decisionMessage({ data }: DecidedExceptionEvent, baseUrl: string): ChatMessage {
  const isApproved = data.decision === 'approved';
  return {
    title: `${data.decidedByName} ${data.decision} the exception for ${data.ruleId}`,
    facts: exceptionFacts(data),
    lines: [
      data.note ?? '',
      isApproved ? 'Run the pipeline again: the exception counts from the next run on.' : '',
    ],
    links: [exceptionLink('Open the exception', data, baseUrl)],
    tone: isApproved ? 'good' : 'warning',
  };
}
