/** Chat message about a score below the threshold of the organisation. */
import type { EventRecord } from '../../../contract/event.ts';
import type { ChatMessage } from './chat-message.ts';
import { contextFacts, memberText, resultLink, scoreText } from './run-facts.ts';

/** The message of a `validation.below_threshold` event. */
export function alarmMessage({ data, chat }: EventRecord, baseUrl: string): ChatMessage {
  return {
    title: `Score below ${memberText(data.threshold)}: ${memberText(data.fileName)}`,
    facts: [
      ['Score', scoreText(data.score)],
      ['Threshold', memberText(data.threshold)],
      ['Previous score', memberText(data.previousScore)],
      ...contextFacts(chat),
      ['Platform', memberText(data.platform)],
      ['Label', memberText(data.label)],
    ],
    lines: [],
    links: [resultLink(data, baseUrl)],
    tone: 'bad',
  };
}
