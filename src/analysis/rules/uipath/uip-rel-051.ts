/** The first screen step of an unattended process attaches to an application that nothing has opened. */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { projectFileOf, runtimeOption } from '../../patterns/uipath/project-file.ts';
import { defineRule } from '../define-rule.ts';

const CARD = 'NApplicationCard';
/** Steps that only compute, decide or log: none of them opens an application. */
const HARMLESS: ReadonlySet<Activity['role']> = new Set([
  'sequence',
  'assign',
  'log',
  'branch',
  'delay',
  'try',
  'page',
]);

export const rule = defineRule('UIP-REL-051', {
  level: 'project',
  *gather({ activities }) {
    for (const activity of activities) {
      if (!isLive(activity)) continue;
      if (activity.type !== CARD) {
        if (HARMLESS.has(activity.role)) continue;
        return;
      }
      const mode = propertyOf(activity, 'TargetApp.OpenMode');
      if (literalOf(mode) === 'Never') yield { at: mode ?? activity, text: activity.name };
      return;
    }
  },
  *check(project) {
    const file = projectFileOf(project);
    if (file === undefined || runtimeOption(file, 'isAttended') !== 'false') return;
    const main = `${project.root}${file.references.find(({ name }) => name === 'main')?.target}`;
    for (const { at, text, in: workflow } of project.clues)
      if (workflow.file === main.replaceAll('\\', '/'))
        yield {
          in: workflow,
          at,
          subject: 'OpenMode',
          message: `"${text}" is the first screen step of an unattended process, and may not open its application.`,
        };
  },
});
