/** Chat message about a project: one for all of its files. */

import { SEVERITIES } from '../../../analysis/model/rule.ts';
import type { ProjectAlert, ProjectContext, ProjectEvent, WorstFile } from '../../../contract/event.ts';
import { formatNumber, plural } from '../../../text/format.ts';
import type { ChatMessage } from './chat-message.ts';
import { type JudgedRun, runTitle } from './message-title.ts';
import { contextFacts, openResult, pullRequestLinks, scoreText, summaryText } from './run-facts.ts';

/** Returns the message of a project that has ended. */
export function projectMessage({ data, chat }: ProjectEvent, baseUrl: string): ChatMessage {
  const { project } = chat;
  const name = data.fileName;
  const verdict =
    project.error === null
      ? titleOf(project, {
          name,
          passed: data.passed,
          enforcementMode: data.enforcementMode,
          wouldBlock: chat.wouldBlock,
          notValidated: project.failedCount,
          notEvaluated: chat.notEvaluated,
        })
      : ({ title: `Could not be validated: ${name}`, tone: 'bad' } as const);
  return {
    ...verdict,
    facts: [
      ['Score', scoreText(data.score)],
      ['Findings', project.error === null && data.summary != null ? summaryText(data.summary) : ''],
      ['Files', filesText(project)],
      ['Below threshold', project.alert === undefined ? '' : alertText(project.alert)],
      ...contextFacts(chat),
      ['Mode', data.enforcementMode],
      ['Policy pack', data.policyPackSlug ?? ''],
      ['Label', data.label ?? ''],
    ],
    lines: [
      project.error ?? '',
      ...(project.error === null && project.failedFile !== null
        ? [`Not validated: ${project.failedFile.message} (${project.failedFile.path})`]
        : []),
      ...(project.unanalysed?.sentences ?? []).map((sentence) => `Not analysed: ${sentence}`),
      ...(project.error === null ? project.worstFiles.map(fileText) : []),
    ],
    links: [
      openResult(`${baseUrl}/projects/${encodeURIComponent(project.id)}`),
      ...pullRequestLinks(chat.prUrl),
    ],
  };
}

/** Returns the message for a chat that receives only alerts: its title has the files below the threshold. */
export function projectAlertMessage(event: ProjectEvent, baseUrl: string): ChatMessage {
  const message = projectMessage(event, baseUrl);
  const { alert } = event.chat.project;
  return alert === undefined
    ? message
    : { ...message, title: alertTitle(alert, event.data.fileName), tone: 'bad' };
}

/** Returns the verdict: never "passed" without an analysis, nor while files are below the threshold. */
function titleOf(
  { unanalysed, alert }: ProjectContext['project'],
  outcome: JudgedRun,
): ReturnType<typeof runTitle> {
  const verdict = runTitle(outcome);
  if (unanalysed?.isAll === true && outcome.wouldBlock === 0)
    return { title: `Nothing was analysed: ${outcome.name}`, tone: 'bad' };
  if (alert === undefined || verdict.tone !== 'good') return verdict;
  return { title: alertTitle(alert, outcome.name), tone: 'warning' };
}

function alertTitle(alert: ProjectAlert, name: string): string {
  return `${alertText(alert)}: ${name}`;
}

function alertText({ fileCount, threshold }: ProjectAlert): string {
  return `${plural(fileCount, 'file')} below ${threshold}`;
}

function filesText({ fileCount, failedCount, skippedCount }: ProjectContext['project']): string {
  const parts = [
    plural(fileCount, 'file'),
    ...(failedCount === 0 ? [] : [`${formatNumber(failedCount)} could not be validated`]),
    ...(skippedCount === 0 ? [] : [`${formatNumber(skippedCount)} skipped`]),
  ];
  return parts.join(', ');
}

/** The numbers go first: the end of a long path may be cut off. */
function fileText({ path, score, counts }: WorstFile): string {
  const found = SEVERITIES.filter((severity) => counts[severity] > 0).map(
    (severity) => `${formatNumber(counts[severity])} ${severity}`,
  );
  return `Score ${score}: ${found.join(', ')} (${path})`;
}
