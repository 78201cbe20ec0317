/** What a chat says about a score below the threshold of the organisation. */
import type { EventRecord } from '../../../contract/event.ts';
import type { ChatMessage } from './chat-message.ts';
import { contextFacts, resultLink, scoreText, textOf } from './run-facts.ts';

/** The message of a `validation.below_threshold` event. */
export function alarmMessage({ data, chat }: EventRecord, baseUrl: string): ChatMessage {
  return {
    title: `Score below ${textOf(data.threshold)}: ${textOf(data.fileName)}`,
    facts: [
      ['Score', scoreText(data.score)],
      ['Threshold', textOf(data.threshold)],
      ['Previous score', textOf(data.previousScore)],
      ...contextFacts(chat),
      ['Platform', textOf(data.platform)],
      ['Label', textOf(data.label)],
    ],
    lines: [],
    links: [resultLink(data, baseUrl)],
    tone: 'bad',
  };
}
