/** An activity that suspends the job stands where a job cannot sleep. */

import { isLongRunning, isUnderNoPersist, isWait } from '../../patterns/uipath/long-running.ts';
import { projectFileOf, runtimeOption } from '../../patterns/uipath/project-file.ts';
import { defineRule } from '../define-rule.ts';

const SLEEPS = 'wait';
const INSIDE = 'no-persist';

export const rule = defineRule('UIP-REL-020', {
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
});
