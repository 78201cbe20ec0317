/** A workflow of a process that no run and no test gets to. */
import type { Project, WorkflowFacts } from '../../model/project.ts';
import { isNamedBeside, startsFromOutside } from '../../patterns/uipath/project/beside-process.ts';
import { startedWorkflows } from '../../patterns/uipath/project/started-workflows.ts';
import { defineRule } from '../define-rule.ts';

/** Names of workflows in texts, which a step may start by its name. */
const NAMED = /[^\\/"'<>|:*?\n\r;,]{1,120}\.(?:xaml|cs)(?=["']|$)/gi;

/** Trials beside the workflow that they try: `Open_Test.xaml`. */
const TEST = /[_ -]tests?\.xaml$/i;

const START = { at: 0, owner: -1, name: '' };

const fileName = ({ file }: WorkflowFacts): string => file.slice(file.lastIndexOf('/') + 1).toLowerCase();

/** Returns whether a workflow is a test, a copy, or a file that Studio keeps beside the process. */
const isBeside = ({ root }: Project, { file }: WorkflowFacts): boolean => {
  const path = file.slice(root.length);
  return isNamedBeside(path) || TEST.test(path) || path.split('/').some((name) => name.startsWith('.'));
};

/** Returns the workflows that others invoke: what only dead workflows invoke goes with them. */
function invokedIn(project: Project): ReadonlySet<WorkflowFacts> {
  const invoked = new Set<WorkflowFacts>();
  for (const workflow of project.workflows)
    for (const call of workflow.calls) {
      const callee = project.calleeOf(workflow, call);
      if (callee.status === 'found' && callee.workflow !== workflow) invoked.add(callee.workflow);
    }
  return invoked;
}

export const rule = defineRule('UIP-MNT-012', {
  level: 'project',
  *gather({ activities, expressions, variables, arguments: declared, calls }) {
    const paths = new Set(calls.map(({ at }) => at));
    const values = [
      ...expressions.filter(({ at }) => !paths.has(at)),
      ...activities.flatMap(({ properties }) =>
        properties.filter(({ at, expression }) => expression === undefined && !paths.has(at)),
      ),
      ...[...variables, ...declared].flatMap(({ default: initial }) =>
        initial === undefined ? [] : [initial],
      ),
    ];
    for (const { text } of values)
      for (const [named] of text.matchAll(NAMED)) yield { at: START, text: named.toLowerCase() };
  },
  *check(project) {
    if (!project.isWhole || startsFromOutside(project) || isNamedBeside(project.root.replace(/\/$/, '')))
      return;
    const started = startedWorkflows(project);
    if (started === undefined) return;
    const invoked = invokedIn(project);
    const named = new Set(project.clues.map(({ text }) => text));
    for (const workflow of project.workflows) {
      if (workflow.kind !== 'uipath-workflow' || started.has(workflow) || isBeside(project, workflow))
        continue;
      if (named.has(fileName(workflow)) || invoked.has(workflow)) continue;
      yield {
        in: workflow,
        at: workflow.start,
        subject: fileName(workflow),
        group: workflow.file.slice(0, workflow.file.lastIndexOf('/') + 1),
        message: `Nothing starts "${workflow.name}": it is no entry point and no test case, and no workflow that runs invokes it.`,
      };
    }
  },
});
