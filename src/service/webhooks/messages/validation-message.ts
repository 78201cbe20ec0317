/** Chat message about the result of one file. */
import type { FileResultEvent } from '../../../contract/event.ts';
import type { ChatMessage } from './chat-message.ts';
import { runTitle } from './message-title.ts';
import { ruleLinks } from './rule-links.ts';
import {
  contextFacts,
  platformTitle,
  pullRequestLinks,
  resultLink,
  scoreText,
  summaryText,
} from './run-facts.ts';

/** The message of a `validation.completed` event. */
export function resultMessage({ data, chat }: FileResultEvent, baseUrl: string): ChatMessage {
  const known = chat !== null && 'wouldBlock' in chat ? chat : null;
  const { summary, findings = [] } = data;
  const severe = summary === undefined ? 0 : summary.critical + summary.high;
  const verdict = runTitle({
    name: data.fileName,
    passed: data.passed,
    enforcementMode: data.enforcementMode,
    // Events of earlier versions did not count the findings that block.
    wouldBlock: known?.wouldBlock ?? severe,
    notValidated: 0,
    notEvaluated: known?.notEvaluated ?? 0,
  });
  return {
    ...verdict,
    facts: [
      ['Score', scoreText(data.score)],
      ['Findings', summary === undefined ? '' : summaryText(summary)],
      ...contextFacts(chat),
      ['Mode', data.enforcementMode],
      ['Platform', platformTitle(data.platform)],
      ['Policy pack', data.policyPackSlug ?? ''],
      ['Label', data.label ?? ''],
    ],
    lines: findings.map(
      ({ severity, ruleId, description, location }) => `${severity} ${ruleId}: ${description} (${location})`,
    ),
    links: [
      resultLink(data, baseUrl),
      ...pullRequestLinks(chat?.prUrl),
      ...ruleLinks(
        findings.map(({ ruleId }) => ruleId),
        baseUrl,
      ),
    ],
  };
}
