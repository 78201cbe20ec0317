/** A workflow invokes a file that the project lacks, or that its package leaves out. */

import type { WorkflowFacts } from '../../model/project.ts';
import type { Problem } from '../../model/rule.ts';
import { besideProcess } from '../../patterns/uipath/project/beside-process.ts';
import { projectFileOf } from '../../patterns/uipath/project-file.ts';
import { defineRule } from '../define-rule.ts';

/** Workflows are named by their files, processes of a solution by their names. */
const FILE = /\.(?:xaml|cs)$/i;

const plain = (path: string): string => path.replaceAll('\\', '/').toLowerCase();

/** Returns the files and folders that the package of a project leaves out, by their paths below its root. */
function leftOut(file: WorkflowFacts | undefined): ReadonlySet<string> {
  const { settings = {} } = file ?? {};
  const listed =
    settings['designOptions.processOptions.ignoredFiles'] ?? settings['processOptions.ignoredFiles'] ?? '';
  return new Set(listed.split('\n').filter(Boolean).map(plain));
}

export const rule = defineRule('UIP-REL-010', {
  level: 'project',
  *check(project) {
    const ignored = leftOut(projectFileOf(project));
    const isBeside = besideProcess(project);
    const problems: (Problem & { readonly in: WorkflowFacts })[] = [];
    const inProduction = new Set<string | undefined>();
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        const isLeftOut =
          callee.status === 'found' && ignored.has(plain(callee.workflow.file.slice(project.root.length)));
        if (callee.status !== 'missing' && !isLeftOut) continue;
        const what = callee.status === 'missing' ? callee.what : (call.target ?? '');
        const place = FILE.test(what) ? 'project' : 'solution';
        const reason = isLeftOut ? 'the package leaves out (ignoredFiles)' : `is not in the ${place}`;
        const message = `"${call.step}" invokes "${what}", which ${reason}.`;
        const group = plain(what);
        problems.push({ in: workflow, at: call, subject: what, group, message });
        if (!isBeside(workflow)) inProduction.add(group);
      }
    }
    // All places of one file have the severity of the worst.
    for (const problem of problems)
      yield inProduction.has(problem.group) ? problem : { ...problem, severity: 'medium' };
  },
});
