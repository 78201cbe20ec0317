/**
 * An HTTP request that goes on after an error, whose status no step looks at. Source: UiPath.Web.Activities 2.5, "HTTP
 * Request": Continue On Error is on unless the step switches it off.
 */
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Variable, Workflow } from '../../model/workflow.ts';
import { cellsOf } from '../../semantics/cells/cells.ts';
import { usesOfCell } from '../../semantics/cells/uses.ts';
import { useOf } from '../../semantics/data-flow/use-of.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Members of the response that say whether the request has worked. */
const OUTCOME = /status|success|error|fail|reason/;
/** Members that hold what the server has sent, which is the text of an error as well. */
const CONTENT = /^(?:textcontent|binarycontent|content|body|file|headers|contentheaders|cookies)$/;

/** Returns whether a step reads more of the response than its content: the status, or the whole of it. */
function readsOutcome(workflow: Workflow, index: number, property: number, key: string): boolean {
  const reader = workflow.activities[index];
  const expression = reader?.properties[property]?.expression;
  // A condition on the text distinguishes the answer from an error, too.
  if (expression === undefined || reader?.role === 'branch') return true;
  return useOf(expression, key).some(
    ({ path: [member = ''] }) => OUTCOME.test(member) || !CONTENT.test(member),
  );
}

/** Returns whether the workflow, or who calls it, may look at what the request gave. */
function isLookedAt(workflow: Workflow, symbol: Variable, key: string): boolean {
  if ('direction' in symbol) return true;
  const cells = cellsOf(workflow);
  const cell = cells.ofSymbol(symbol);
  if (cell === -1) return false;
  for (const { activity, property } of usesOfCell(cells.reads, cell)) {
    const reader = workflow.activities[activity];
    if (reader !== undefined && isLive(reader) && readsOutcome(workflow, activity, property, key))
      return true;
  }
  return false;
}

/** Returns the words for a response that nothing looks at; undefined where a step may do so. */
function ignored(workflow: Workflow, request: Activity): string | undefined {
  const result = propertyOf(request, 'Result')?.expression;
  if (result === undefined) return 'keeps no response';
  const [key] = result.mentions;
  const symbol = key && resolveSymbol(workflow, symbolTable(workflow), key, request.index);
  if (!key || !symbol || isLookedAt(workflow, symbol, key)) return undefined;
  return `puts the response into "${symbol.name}", whose status no step reads`;
}

export const rule = defineRule('UIP-REL-006', {
  level: 'activity',
  types: ['NetHttpRequest'],
  *check(activity, { workflow }) {
    const setting = propertyOf(activity, 'ContinueOnError');
    const goesOn = (literalOf(setting) ?? setting?.text ?? '').trim();
    // The run decides about an expression.
    if (!/^(?:\[?true\]?|\{x:Null\})?$/i.test(goesOn)) return;
    const what = ignored(workflow, activity);
    if (what === undefined) return;
    yield { at: activity, message: `"${activity.name}" goes on after an error, and ${what}.` };
  },
});
