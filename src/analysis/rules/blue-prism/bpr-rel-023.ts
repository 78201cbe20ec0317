/** Finds actions that report their failure by outputs alone, where nothing reads these. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';

/** Objects of the vendor that catch every exception and hand back its text. */
const OBJECTS = /^(?:data - sql server|utility - file management)$/i;
/** Actions that may fail: nothing is left to delete, and what is written into a missing folder fails by itself. */
const MAY_FAIL = /^(?:delete|create directory)\b/i;
const SUCCESS = /^outputs\.success$/i;
const REPORTS = /^outputs\.(?:success|(?:error )?message|records affected)$/i;

/** Returns whether a stage calls an action that hides its exceptions. */
function hidesErrors(activity: Activity): boolean {
  if (!OBJECTS.test(propertyOf(activity, 'resource.object')?.text ?? '') || !isLive(activity)) return false;
  return !MAY_FAIL.test(propertyOf(activity, 'resource.action')?.text ?? '');
}

/** Returns the keys of the data items that something reads, be it outside of the process. */
function keysRead({ activities, expressions, variables }: Workflow): ReadonlySet<string> {
  const written = new Set(
    activities.flatMap(({ properties }) =>
      properties.flatMap(({ direction, expression }) => (direction === 'out' ? (expression ?? []) : [])),
    ),
  );
  const read = new Set<string>();
  for (const expression of expressions)
    if (!written.has(expression)) for (const key of expression.mentions) read.add(key);
  for (const { key, modifiers = [] } of variables)
    if (modifiers.some((word) => word.startsWith('exposure:'))) read.add(key);
  return read;
}

const isRead = ({ expression }: Property, read: ReadonlySet<string>): boolean =>
  expression?.mentions.some((key) => read.has(key)) === true;

const action = (outputs: string, next = 'end', name = 'Execute', object = 'Data - SQL Server'): string =>
  `<stage stageid="a" name="Save Order" type="Action"><onsuccess>${next}</onsuccess><outputs>${outputs}</outputs><resource object="${object}" action="${name}"/></stage>
   <stage stageid="s" name="Saved" type="Data"><datatype>flag</datatype></stage>
   <stage stageid="m" name="Detail" type="Data"><datatype>text</datatype></stage>`;
const output = (name: string, item: string, type = 'flag'): string =>
  `<output type="${type}" name="${name}" friendlyname="${name}" stage="${item}"/>`;
const BOTH = output('Success', 'Saved') + output('Message', 'Detail', 'text');
const decision = (expression: string): string =>
  `<stage stageid="d" name="Saved?" type="Decision"><ontrue>end</ontrue><onfalse>x</onfalse><decision expression="${expression}"/></stage>
   <stage stageid="x" name="Not Saved" type="Exception"><exception type="System Exception" detail="&quot;Not saved&quot;"/></stage>`;

export const rule = defineRule({
  id: 'BPR-REL-023',
  version: 1,
  title: 'Failure of an action goes unnoticed',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'These actions throw no exception: they set Success to False and the text of the error in Message. Without a look at them the process goes on as if the row or file were there.',
  fix: 'Keep Success and Message in data items, test Success in a Decision behind the action, and throw an exception with Message as its detail where it is False.',
  compliance: ['ERR'],
  controls: ['CWE-252'],
  options: {},
  level: 'workflow',
  types: ['Action'],
  words: ['success'],
  *check(workflow) {
    let read: ReadonlySet<string> | undefined;
    for (const activity of stagesOf(workflow, 'Action')) {
      if (!hidesErrors(activity)) continue;
      const outputs = activity.properties.filter(
        ({ direction, name }) => direction === 'out' && REPORTS.test(name),
      );
      const success = outputs.find(({ name }) => SUCCESS.test(name));
      if (success === undefined) continue;
      read ??= keysRead(workflow);
      const known = read;
      if (outputs.some((property) => isRead(property, known))) continue;
      yield {
        at: success,
        subject: 'success',
        message: `"${activity.name}" says by "Success" alone whether it has worked, and nothing reads it.`,
      };
    }
  },
  examples: {
    'blue-prism': {
      bad: [
        action(BOTH),
        action(
          output('Success', '') + output('Message', '', 'text'),
          'end',
          'Write Text File',
          'Utility - File Management',
        ),
      ],
      good: [
        action(BOTH, 'd') + decision('[Saved]'),
        action(BOTH, 'd') + decision('[Detail]=&quot;&quot;'),
        // Near misses: the page hands it back, nothing is left to delete, and an object that throws its exceptions.
        `${action(BOTH, 'e')}<stage stageid="e" name="End" type="End"><outputs><output type="flag" name="Done" stage="Saved"/></outputs></stage>`,
        action(BOTH, 'end', 'Delete File', 'Utility - File Management'),
        action(output('Rows', 'Rows', 'collection'), 'end', 'Get Collection', 'Data - OLEDB'),
      ],
    },
  },
});
