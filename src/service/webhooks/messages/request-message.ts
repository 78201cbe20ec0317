/** Chat message about a request of an exception. */
import type { RequestedExceptionEvent } from '../../../contract/event.ts';
import type { RequestedExceptionData } from '../../../contract/events/exception-data.ts';
import type { ChatLink, ChatMessage } from './chat-message.ts';
import { ruleLinks } from './rule-links.ts';

/** Returns the message of an `exception.requested` event. */
export function requestMessage({ data }: RequestedExceptionEvent, baseUrl: string): ChatMessage {
  return {
    title: `${data.requestedByName} requests an exception for ${data.ruleId}`,
    facts: exceptionFacts(data),
    lines: [data.reason],
    links: [exceptionLink('Decide', data, baseUrl), ...ruleLinks([data.ruleId], baseUrl)],
    tone: 'warning',
  };
}

/** Lists what a request is about. */
export function exceptionFacts(data: RequestedExceptionData): ChatMessage['facts'] {
  return [
    ['File', data.fileName],
    ['Location', data.location],
    ['Repository', data.repository === '*' ? 'all' : (data.repository ?? '')],
    ['Severity', data.severity],
    ['Expires', data.expiresAt],
    ['Requested by', data.requestedByEmail ?? data.requestedByName],
  ];
}

/** Returns the link to the page of an exception. */
export function exceptionLink(
  name: string,
  { exceptionId }: Pick<RequestedExceptionData, 'exceptionId'>,
  baseUrl: string,
): ChatLink {
  return { name, url: `${baseUrl}/exceptions/${encodeURIComponent(exceptionId)}` };
}
