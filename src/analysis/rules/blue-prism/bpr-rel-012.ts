/** A stage passes or takes values that the called page or action does not declare. */
import type { ArgumentFacts, WorkflowFacts } from '../../model/project.ts';
import { defineRule } from '../../model/rule.ts';

/** Declared arguments of a page by name, for each direction. */
type Declared = Partial<Record<ArgumentFacts['direction'], Map<string, ArgumentFacts>>>;

const keyOf = (name: string): string => name.trim().toLowerCase();
const NOTHING: Declared = {};
const isKnown = (type: string): boolean => type !== '' && type !== 'unknown';

/** Collects the declarations of each page of a workflow. */
function declarationsOf(workflow: WorkflowFacts): ReadonlyMap<number, Declared> {
  const pages = new Map<number, Declared>();
  for (const argument of workflow.arguments) {
    const { page, direction, name } = argument;
    let declared = pages.get(page);
    if (declared === undefined) {
      declared = {};
      pages.set(page, declared);
    }
    (declared[direction] ??= new Map()).set(keyOf(name), argument);
  }
  return pages;
}

const page = (inputs: string): string =>
  `<subsheet subsheetid="a" type="Normal" published="False"><name>Load</name></subsheet>
<stage stageid="start" name="Start" type="Start"><onsuccess>c</onsuccess></stage>
<stage stageid="as" name="Start" type="Start"><subsheetid>a</subsheetid><inputs><input type="text" name="Year" stage="Year"/></inputs><onsuccess>ae</onsuccess></stage>
<stage stageid="ae" name="End" type="End"><subsheetid>a</subsheetid><outputs><output type="number" name="Count" stage="Count"/></outputs></stage>
<stage stageid="c" name="Load orders" type="SubSheet"><onsuccess>end</onsuccess><processid>a</processid>${inputs}</stage>`;

export const rule = defineRule({
  id: 'BPR-REL-012',
  version: 2,
  title: 'Inputs or outputs do not match',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The value is dropped, or the stage fails: the page has changed since the stage was made.',
  fix: 'Open the stage and bind its inputs and outputs again.',
  compliance: ['INTEG'],
  controls: ['CWE-628'],
  options: {},
  level: 'project',
  isEnoughAlone: true,
  *check(project) {
    const known = new Map<WorkflowFacts, ReadonlyMap<number, Declared>>();
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        if (call.bindings.length === 0) continue;
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'found') continue;
        const declarations = known.get(callee.workflow) ?? declarationsOf(callee.workflow);
        known.set(callee.workflow, declarations);
        const declared = declarations.get(callee.page) ?? NOTHING;
        for (const { name, direction, type, isBlank } of call.bindings) {
          const argument = declared[direction]?.get(keyOf(name));
          const differs =
            argument !== undefined && type !== argument.type && isKnown(type) && isKnown(argument.type);
          if (argument !== undefined && !differs) continue;
          const what = direction === 'in' ? 'input' : 'output';
          const reason = differs ? `as ${type}, but it is ${argument.type}` : 'which does not exist';
          yield {
            in: workflow,
            at: call,
            subject: `${what} ${name}`,
            // A stage lists what the page declared when it was made: what binds no value loses none.
            ...(isBlank === true ? { severity: 'low' as const } : {}),
            message:
              isBlank === true
                ? `"${call.step}" lists the ${what} "${name}" without a value ${reason}.`
                : `"${call.step}" binds the ${what} "${name}" ${reason}.`,
          };
        }
      }
    }
  },
  examples: {
    'blue-prism': {
      bad: [
        // Low: the page has no such input any more, but no value is lost.
        page('<inputs><input type="text" name="Month" expr=""/></inputs>'),
        page('<inputs><input type="text" name="Month" expr="&quot;May&quot;"/></inputs>'),
        page(
          '<inputs><input type="text" name="Year" expr="&quot;2024&quot;"/></inputs><outputs><output type="text" name="Count" stage="Count"/></outputs>',
        ),
      ],
      good: [
        page(
          '<inputs><input type="text" name="Year" expr="&quot;2024&quot;"/></inputs><outputs><output type="number" name="Count" stage="Count"/></outputs>',
        ),
        page(''),
        // Near miss: an action of an object that is not in the file.
        '<stage stageid="c" name="Call" type="Action"><onsuccess>end</onsuccess><resource object="SAP" action="Log in"/><inputs><input type="text" name="User" expr="&quot;a&quot;"/></inputs></stage>',
      ],
    },
  },
});
