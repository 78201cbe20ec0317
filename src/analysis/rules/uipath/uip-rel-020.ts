/** An activity that suspends the job stands where a job cannot sleep. */
import { defineRule } from '../../model/rule.ts';
import { isLongRunning, isUnderNoPersist, isWait } from '../../patterns/uipath/long-running.ts';
import { projectFileOf, runtimeOption } from '../../patterns/uipath/project-file.ts';

const project = (supports: boolean): string =>
  `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"runtimeOptions":{"supportsPersistence":${supports}}}\n`;
const WAIT = '<ui:WaitForFormTaskAndResume DisplayName="Wait for approval" />';
const SLEEPS = 'wait';
const INSIDE = 'no-persist';

export const rule = defineRule({
  id: 'UIP-REL-020',
  version: 1,
  title: 'Long-running activity misplaced',
  platforms: ['uipath'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The job can only be suspended from a process that supports it, in the file that it starts with; elsewhere it fails.',
  fix: 'Switch on "Supports persistence" in the project settings and put the step into the main workflow, outside of a No Persist Scope.',
  compliance: ['INTEG'],
  options: {},
  level: 'project',
  // The loops of today's activity packages can be suspended: they are no problem.
  *gather(workflow) {
    for (const activity of workflow.activities) {
      if (!isLongRunning(activity)) continue;
      const text = isUnderNoPersist(workflow, activity) ? INSIDE : isWait(activity) ? SLEEPS : 'create';
      yield { at: activity, text };
    }
  },
  *check(subject) {
    const file = projectFileOf(subject);
    if (file === undefined) return;
    const supports = runtimeOption(file, 'supportsPersistence') === 'true';
    const entries = file.references.filter(({ kind }) => kind === 'entry-point').map(({ target }) => target);
    const isEntry = (path: string): boolean =>
      entries.some(
        (entry) =>
          path.slice(subject.root.length).toLowerCase() === entry.replaceAll('\\', '/').toLowerCase(),
      );
    for (const { at, text, in: workflow } of subject.clues) {
      const reason = !supports
        ? 'the project does not support persistence'
        : text === INSIDE
          ? 'it stands in a No Persist Scope'
          : text === SLEEPS && !isEntry(workflow.file)
            ? 'it is not in the main workflow'
            : undefined;
      if (reason !== undefined)
        yield { in: workflow, at, subject: reason, message: `"${at.name}" suspends the job, but ${reason}.` };
    }
  },
  examples: {
    uipath: {
      bad: [
        `${project(false)}-- Main.xaml --\n${WAIT}`,
        `${project(true)}-- Main.xaml --\n<WriteLine Text="a" />\n-- Ask.xaml --\n${WAIT}`,
        `${project(true)}-- Main.xaml --\n<NoPersistScope><Sequence>${WAIT}</Sequence></NoPersistScope>`,
      ],
      good: [
        `${project(true)}-- Main.xaml --\n${WAIT}`,
        `${project(false)}-- Main.xaml --\n<WriteLine Text="a" />`,
        // Near miss: a task is made elsewhere, and waited for in the main workflow.
        `${project(true)}-- Main.xaml --\n${WAIT}\n-- Ask.xaml --\n<ui:CreateFormTask TaskTitle="a" />`,
      ],
    },
  },
});
