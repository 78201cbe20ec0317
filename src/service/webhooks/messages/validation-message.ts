/** Chat message about the result of one file. */
import type { ResultContext, RunContext } from '../../../contract/event.ts';
import type { ChatMessage } from './chat-message.ts';
import { runTitle } from './message-title.ts';
import { ruleLinks } from './rule-links.ts';
import { contextFacts, type Data, memberText, resultLink, scoreText, summaryText } from './run-facts.ts';

/** The message of a `validation.completed` event. */
export function resultMessage(
  data: Data,
  chat: RunContext | ResultContext | null,
  baseUrl: string,
): ChatMessage {
  const known = chat !== null && 'wouldBlock' in chat ? chat : null;
  const verdict = runTitle({
    name: memberText(data.fileName),
    passed: data.passed === true,
    enforcementMode: memberText(data.enforcementMode),
    wouldBlock: known?.wouldBlock ?? severeFindings(data.summary),
    notValidated: 0,
    notEvaluated: known?.notEvaluated ?? 0,
  });
  const findings = findingsOf(data);
  return {
    ...verdict,
    facts: [
      ['Score', scoreText(data.score)],
      ['Findings', summaryText(data.summary)],
      ...contextFacts(chat),
      ['Mode', memberText(data.enforcementMode)],
      ['Platform', memberText(data.platform)],
      ['Policy pack', memberText(data.policyPackSlug)],
      ['Label', memberText(data.label)],
    ],
    lines: findings.map(
      (finding) =>
        `${memberText(finding.severity)} ${ruleIdOf(finding)}: ${memberText(finding.description)} (${memberText(finding.location)})`,
    ),
    links: [resultLink(data, baseUrl), ...ruleLinks(findings.map(ruleIdOf), baseUrl)],
  };
}

/** Findings that may block, for events of versions that did not count those that do. */
function severeFindings(summary: unknown): number {
  const { critical, high } = (summary ?? {}) as Data;
  return Number(critical ?? 0) + Number(high ?? 0);
}

function ruleIdOf({ ruleId }: Data): string {
  return memberText(ruleId);
}

function findingsOf({ findings }: Data): readonly Data[] {
  return Array.isArray(findings) ? (findings as readonly Data[]) : [];
}
