/** The export lacks a bot that it runs, or a file that it needs. */
import type { Project, ReferenceFacts } from '../../model/project.ts';
import type { Problem } from '../../model/rule.ts';
import { defineRule } from '../define-rule.ts';

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/')).toLowerCase();

/**
 * Returns a test whether a bot or file should be in the upload. An export has all that its bots need; a Git repository
 * may hold only some folders of the Control Room, and implies nothing about the others.
 */
function expectation(project: Project): (target: string) => boolean {
  const isExport = project.workflows.some(({ file }) => /(?:^|\/)manifest\.json$/i.test(file));
  if (isExport) return () => true;
  const folders = new Set(project.workflows.map(({ artifactKey }) => folderOf(artifactKey)));
  return (target) => folders.has(folderOf(target));
}

/** Bot of version 11, which only a migration reads. */
const OLD_BOT = /\.atmx$/;

/** Returns whether a bot is listed as needed, but no command of the bot that needs it can run it. */
function isUncalled(project: Project, { target, detail }: ReferenceFacts): boolean {
  if (/\.\w{1,5}$/.test(target)) return false;
  const user = project.workflows.find(
    ({ artifactKey }) => artifactKey.toLowerCase() === detail.toLowerCase(),
  );
  return (
    user?.calls.every(
      (call) => call.target !== undefined && call.target.toLowerCase() !== target.toLowerCase(),
    ) === true
  );
}

function* missingFiles(project: Project, reported: ReadonlySet<string>): Generator<Problem> {
  const isExpected = expectation(project);
  for (const workflow of project.workflows) {
    for (const reference of workflow.references) {
      const path = reference.target.toLowerCase();
      if (reference.kind !== 'file' || reported.has(path) || !path.startsWith('automation anywhere/'))
        continue;
      if (project.hasFile(reference.target) || !isExpected(reference.target)) continue;
      if (isUncalled(project, reference)) continue;
      const message = `"${reference.detail}" needs "${reference.target}", which is not in the export.`;
      const severity = OLD_BOT.test(path) ? { severity: 'low' as const } : {};
      yield { in: workflow, at: reference, subject: reference.target, message, group: path, ...severity };
    }
  }
}

export const rule = defineRule('AAB-REL-011', {
  level: 'project',
  *check(project) {
    if (!project.isComplete) return;
    const excluded = new Set(
      project.workflows.flatMap(({ settings }) =>
        Object.keys(settings)
          .filter((key) => key.startsWith('excluded.'))
          .map((key) => key.slice('excluded.'.length).toLowerCase()),
      ),
    );
    const reported = new Set(excluded);
    const isExpected = expectation(project);
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'missing' || excluded.has(callee.what.toLowerCase())) continue;
        if (!isExpected(callee.what)) continue;
        const group = callee.what.toLowerCase();
        reported.add(group);
        const message = `The bot runs "${callee.what}", which is not in the export.`;
        yield { in: workflow, at: call, subject: callee.what, message, group };
      }
    }
    yield* missingFiles(project, reported);
  },
});
