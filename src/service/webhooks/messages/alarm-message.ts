/** Chat message about a score below the threshold of the organisation. */
import type { LowScoreEvent } from '../../../contract/event.ts';
import type { ChatMessage } from './chat-message.ts';
import { contextFacts, platformTitle, pullRequestLinks, resultLink, scoreText } from './run-facts.ts';

/** The message of a `validation.below_threshold` event. */
export function alarmMessage({ data, chat }: LowScoreEvent, baseUrl: string): ChatMessage {
  return {
    title: `Score below ${data.threshold}: ${data.fileName}`,
    facts: [
      ['Score', scoreText(data.score)],
      ['Threshold', String(data.threshold)],
      ['Previous score', data.previousScore === null ? '' : String(data.previousScore)],
      ...contextFacts(chat),
      ['Platform', platformTitle(data.platform)],
      ['Label', data.label ?? ''],
    ],
    lines: [],
    links: [resultLink(data, baseUrl), ...pullRequestLinks(chat?.prUrl)],
    tone: 'bad',
  };
}
