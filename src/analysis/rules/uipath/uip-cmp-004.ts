/** Test cases that verify nothing: they pass as long as no step fails. */
import { isLive } from '../../model/navigate.ts';
import type { ProjectSubject, WorkflowFacts } from '../../model/project.ts';
import { defineRule } from '../define-rule.ts';

/** Steps that can make a test fail: those of the Testing package, code, errors, and custom ones by their names. */
const JUDGES =
  /verif|assert|valid|compare|checktrue|checkfalse|throw|terminate|invokecode|invokepowershell|runscript/i;
/** Setting of a step on the screen that looks for what has to be there afterwards. */
const LOOKS_AFTERWARDS = /verif/i;

const pathOf = (path: string): string => path.replaceAll('\\', '/').toLowerCase();

/** Returns whether a workflow or one that it calls may judge a result; also where that is not known. */
function mayJudge(project: ProjectSubject, test: WorkflowFacts): boolean {
  const judges = new Set(project.clues.map((clue) => clue.in));
  const reached = new Set([test]);
  for (const workflow of reached) {
    if (judges.has(workflow) || workflow.kind !== 'uipath-workflow') return true;
    for (const call of workflow.calls) {
      const callee = project.calleeOf(workflow, call);
      if (callee.status !== 'found') return true;
      reached.add(callee.workflow);
    }
  }
  return false;
}

export const rule = defineRule('UIP-CMP-004', {
  level: 'project',
  *gather(workflow) {
    const judge = workflow.activities.find(
      (activity) =>
        isLive(activity) &&
        (JUDGES.test(activity.type) || activity.properties.some(({ name }) => LOOKS_AFTERWARDS.test(name))),
    );
    if (judge !== undefined) yield { at: judge };
  },
  *check(project) {
    const files = new Map(project.workflows.map((workflow) => [pathOf(workflow.file), workflow]));
    for (const { references } of project.workflows)
      for (const { kind, target, detail } of references) {
        const test = files.get(pathOf(`${project.root}${target}`));
        if (kind !== 'test-case' || detail !== 'TestCase' || test === undefined || mayJudge(project, test))
          continue;
        const message = `The test case "${test.name}" verifies nothing: it passes whenever no step fails.`;
        yield { in: test, at: test.start, subject: 'test case', message };
      }
  },
});
