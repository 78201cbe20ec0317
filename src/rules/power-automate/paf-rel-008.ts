/** An expression that names a variable, parameter, loop or action which is not there, or not there yet. */
import { isLive, literalOf, parentOf } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Anchor, Expression, Workflow } from '../../model/workflow.ts';
import { actionsByKey, type FlowOrder, flowOrder } from '../patterns/flow-order.ts';

interface Known {
  readonly workflow: Workflow;
  readonly order: FlowOrder;
  readonly actions: ReadonlyMap<string, Activity>;
  readonly symbols: ReadonlySet<string>;
}

/** Where a message says that the reference is; expressions without an owner belong to the flow as a whole. */
function userOf({ workflow }: Known, { owner }: Anchor): string {
  return owner === -1 ? 'The flow' : `"${workflow.activities[owner]!.name}"`;
}

/** The name as the author wrote it, from the key in which it is lower case. */
function writtenName(expression: Expression, name: string): string {
  const same = (text: string) => text.toLowerCase().replaceAll(' ', '_') === name.replaceAll(' ', '_');
  return expression.tokens.find(({ kind, text }) => kind === 'string' && same(text))?.text ?? name;
}

/** Whether an activity is the other one or somewhere in it. */
function isInside(workflow: Workflow, inner: Activity, outer: Activity): boolean {
  for (let at: Activity | undefined = inner; at !== undefined; at = parentOf(workflow, at))
    if (at === outer) return true;
  return false;
}

/** No computed name, which can be any, and none that comes from the platform, as `$connections`. */
const OWN_NAME = /^action:(?!\$|\*$)/;

/** What is wrong with reading the result of an action that is there. */
function orderFault({ workflow, order }: Known, { owner }: Expression, action: Activity): string | undefined {
  const user = workflow.activities[owner];
  if (user === undefined || order.mayHaveRun(action, user)) return undefined;
  return `uses the result of "${action.name}", which has not run at that point`;
}

/** What is wrong with a reference, as the end of a sentence, or undefined when nothing is. */
function faultOf(known: Known, expression: Expression, key: string): string | undefined {
  if (known.symbols.has(key)) return undefined;
  const named = known.actions.get(key);
  if (named !== undefined) return OWN_NAME.test(key) ? orderFault(known, expression, named) : undefined;
  const colon = key.indexOf(':');
  const kind = colon === -1 ? key : key.slice(0, colon);
  const name = colon === -1 ? '' : key.slice(colon + 1);
  if (name === '*' || name.startsWith('$')) return undefined;
  if (kind === 'variable' || kind === 'parameter') {
    const written = writtenName(expression, name);
    return kind === 'variable'
      ? `reads the variable "${written}", which the flow does not initialise`
      : `reads the parameter "${written}", which the flow does not declare`;
  }
  if (kind !== 'action' && kind !== 'loop') return undefined;
  const loop = kind === 'loop' ? known.actions.get(`action:${name}`) : undefined;
  if (loop === undefined) {
    return `refers to "${writtenName(expression, name)}", but the flow has no action of this name`;
  }
  const user = known.workflow.activities[expression.owner];
  if (user === undefined || isInside(known.workflow, user, loop)) return undefined;
  return `reads the current item of the loop "${loop.name}" but is not inside it`;
}

function* inExpressions(known: Known): Generator<Problem> {
  const told = new Set<string>();
  for (const expression of known.workflow.expressions) {
    const owner = known.workflow.activities[expression.owner];
    if (owner !== undefined && !isLive(owner)) continue;
    // Tracked properties are evaluated after the action itself.
    if (expression.name.startsWith('trackedProperties')) continue;
    for (const key of expression.mentions) {
      const fault = faultOf(known, expression, key);
      if (fault === undefined) continue;
      const place = `${expression.owner} ${key}`;
      if (told.has(place)) continue;
      told.add(place);
      yield { at: expression, subject: key, message: `${userOf(known, expression)} ${fault}.` };
    }
  }
}

/** Names outside expressions: the variable that an action writes, and the action that one runs after. */
function* inStructure(known: Known): Generator<Problem> {
  for (const activity of known.workflow.activities) {
    if (activity.role !== 'assign' || !isLive(activity)) continue;
    for (const property of activity.properties) {
      const key = property.direction === 'out' ? property.expression?.mentions[0] : undefined;
      if (key === undefined || known.symbols.has(key)) continue;
      const message = `"${activity.name}" writes the variable "${literalOf(property)}", which the flow does not initialise.`;
      yield { at: property, subject: key, message };
    }
  }
  for (const transition of known.workflow.transitions) {
    if (transition.from !== -1) continue;
    const message = `${userOf(known, transition)} is set to run after "${transition.target}", which does not exist beside it.`;
    yield { at: transition, subject: `runAfter:${transition.target}`, message };
  }
}

export const rule = defineRule({
  id: 'PAF-REL-008',
  version: 1,
  title: 'Reference to something that does not exist or has not run',
  platforms: ['power-automate'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Power Automate refuses to save or to import such a flow, or the run fails when it gets there.',
  fix: 'Open the action, remove the expression and insert the value again from the dynamic content list, which offers only what is available there. If the action was renamed, correct the name in the expression (blanks are written as _); if it comes too late, move it up or correct "Run after".',
  compliance: ['INTEG'],
  options: {},
  level: 'workflow',
  *check(workflow) {
    const known: Known = {
      workflow,
      order: flowOrder(workflow),
      actions: actionsByKey(workflow),
      symbols: new Set([...workflow.variables, ...workflow.arguments].map((symbol) => symbol.key)),
    };
    yield* inExpressions(known);
    yield* inStructure(known);
  },
  examples: {
    'power-automate': {
      bad: [
        `"Show": {"type": "Compose", "inputs": "@outputs('Get_items')?['body/value']"}`,
        `"A": {"type": "Compose", "inputs": "@outputs('B')"},
         "B": {"type": "Compose", "inputs": "1", "runAfter": {"A": ["Succeeded"]}}`,
        `"Show": {"type": "Compose", "inputs": "Sum: @{variables('total')}"}`,
        `"Each": {"type": "Foreach", "foreach": "@createArray(1)", "actions": {}},
         "After": {"type": "Compose", "inputs": "@items('Each')", "runAfter": {"Each": ["Succeeded"]}}`,
        `"A": {"type": "Compose", "inputs": "1", "runAfter": {"Gone": ["Succeeded"]}}`,
        `"Set": {"type": "SetVariable", "inputs": {"name": "total", "value": 1}}`,
      ],
      good: [
        `"Get items": {"type": "Http", "inputs": {}},
         "If": {"type": "If", "expression": "@empty(body('get_items'))", "runAfter": {"Get items": ["Succeeded"]},
           "actions": {"Inner": {"type": "Compose", "inputs": "@outputs('Get_items')"}}},
         "Last": {"type": "Compose", "inputs": "@coalesce(outputs('Inner'), 0)", "runAfter": {"If": ["Succeeded"]}}`,
        `{"parameters": {"Site (new_Site)": {"type": "String", "defaultValue": ""}}, "actions": {
          "Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "Done", "type": "boolean"}]}},
          "Loop": {"type": "Until", "expression": "@equals(outputs('Check'), variables('done'))",
            "runAfter": {"Init": ["Succeeded"]},
            "actions": {"Check": {"type": "Compose", "inputs": "@parameters('Site (new_Site)')"}}}}}`,
        `"Text": {"type": "Compose", "inputs": "Write outputs('Nowhere') or mail robot@example.com"}`,
      ],
    },
  },
});
