/** Chat message about a project: one for all of its files. */

import { SEVERITIES } from '../../../analysis/model/rule.ts';
import type { ProjectAlert, ProjectContext, WorstFile } from '../../../contract/event.ts';
import { formatNumber, plural } from '../../../text/format.ts';
import type { ChatMessage } from './chat-message.ts';
import { type JudgedRun, runTitle } from './message-title.ts';
import { contextFacts, type Data, memberText, openResult, scoreText, summaryText } from './run-facts.ts';

/** The message of a project that has ended; `data` has what a file's event has of the run as a whole. */
export function projectMessage(data: Data, chat: ProjectContext, baseUrl: string): ChatMessage {
  const { project } = chat;
  const name = memberText(data.fileName);
  const verdict =
    project.error === null
      ? cautious(project.alert, {
          name,
          passed: data.passed === true,
          enforcementMode: memberText(data.enforcementMode),
          wouldBlock: chat.wouldBlock,
          notValidated: project.failedCount,
          notEvaluated: chat.notEvaluated,
        })
      : ({ title: `Could not be validated: ${name}`, tone: 'bad' } as const);
  return {
    ...verdict,
    facts: [
      ['Score', scoreText(data.score)],
      ['Findings', project.error === null ? summaryText(data.summary) : ''],
      ['Files', filesText(project)],
      ['Below threshold', project.alert === undefined ? '' : alertText(project.alert)],
      ...contextFacts(chat),
      ['Mode', memberText(data.enforcementMode)],
      ['Policy pack', memberText(data.policyPackSlug)],
      ['Label', memberText(data.label)],
    ],
    lines: [
      project.error ?? '',
      ...(project.error === null && project.failedFile !== null
        ? [`Not validated: ${project.failedFile.message} (${project.failedFile.path})`]
        : []),
      ...(project.error === null ? project.worstFiles.map(fileText) : []),
    ],
    links: [openResult(`${baseUrl}/projects/${encodeURIComponent(project.id)}`)],
  };
}

/** The same for a chat that wants alerts alone: the files below the threshold are its title. */
export function projectAlertMessage(data: Data, chat: ProjectContext, baseUrl: string): ChatMessage {
  const message = projectMessage(data, chat, baseUrl);
  const { alert } = chat.project;
  return alert === undefined ? message : { ...message, title: alertTitle(alert, data.fileName), tone: 'bad' };
}

/** Softens the verdict of a clean run while files of it are below the threshold. */
function cautious(alert: ProjectAlert | undefined, outcome: JudgedRun): ReturnType<typeof runTitle> {
  const verdict = runTitle(outcome);
  if (alert === undefined || verdict.tone !== 'good') return verdict;
  return { title: alertTitle(alert, outcome.name), tone: 'warning' };
}

function alertTitle(alert: ProjectAlert, name: unknown): string {
  return `${alertText(alert)}: ${memberText(name)}`;
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
