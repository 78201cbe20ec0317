/** A loop whose condition cannot become false, and that nothing leaves. */
import { ancestorsOf, descendantsOf, isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Expression, Variable, Workflow } from '../../model/workflow.ts';
import { mayWriteSymbols } from '../../patterns/uipath/short-form.ts';
import { resolveSymbol, type SymbolTable, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

const LOOPS = new Set(['While', 'DoWhile', 'InterruptibleWhile', 'InterruptibleDoWhile']);
/** Conditions that are always true. */
const ALWAYS = /^\s*(?:\(\s*)?(?:true|not\s+false|!\s*false|1\s*==?\s*1)\s*(?:\)\s*)?$/i;
/** Types whose values change only by assignment; an object can change by itself. */
const PLAIN_TYPE =
  /^(?:String|Boolean|S?Byte|U?Int(?:16|32|64)|Single|Double|Decimal|DateTime|TimeSpan|Guid)$/;
/** Roles of activities that end a loop from inside. */
const LEAVES = new Set(['throw', 'terminate']);

/** Returns whether an activity in the loop ends it: an exception that it throws on purpose, or a Break of this loop. */
function isLeft(workflow: Workflow, loop: Activity, inside: readonly Activity[]): boolean {
  return inside.some((activity) => {
    if (!isLive(activity)) return false;
    if (LEAVES.has(activity.role) || activity.type === 'Return') return true;
    if (activity.type !== 'Break') return false;
    for (const up of ancestorsOf(workflow, activity)) if (up.role === 'loop') return up === loop;
    return false;
  });
}

/** Returns whether an activity may write a symbol outside the condition. */
function mayWrite(
  activity: Activity,
  isIt: (expression: Expression) => boolean,
  condition: Expression,
): boolean {
  return activity.properties.some(
    (property) =>
      property.expression !== undefined &&
      property.expression !== condition &&
      mayWriteSymbols(activity, property) &&
      isIt(property.expression),
  );
}

/** Returns the symbols that the condition reads when it depends on them alone; undefined when that is not known. */
function readsOf(workflow: Workflow, table: SymbolTable, condition: Expression): Variable[] | undefined {
  const symbols: Variable[] = [];
  for (const key of condition.mentions) {
    const symbol = resolveSymbol(workflow, table, key, condition.owner);
    if (symbol === undefined || !PLAIN_TYPE.test(symbol.type)) return undefined;
    symbols.push(symbol);
  }
  return symbols.length === 0 ? undefined : symbols;
}

export const rule = defineRule('UIP-REL-009', {
  level: 'workflow',
  words: ['while'],
  *check(workflow) {
    let table: SymbolTable | undefined;
    for (const loop of workflow.activities) {
      if (!LOOPS.has(loop.type) || !isLive(loop)) continue;
      const condition = propertyOf(loop, 'Condition');
      if (condition === undefined || propertyOf(loop, 'MaxIterations') !== undefined) continue;
      const isTrue = ALWAYS.test(condition.text);
      table ??= symbolTable(workflow);
      const reads = isTrue || !condition.expression ? [] : readsOf(workflow, table, condition.expression);
      if (reads === undefined || (!isTrue && reads.length === 0)) continue;
      const inside = [...descendantsOf(workflow, loop)];
      if (isLeft(workflow, loop, inside)) continue;
      const known = table;
      const isRead = ({ mentions, owner }: Expression): boolean =>
        mentions.some((key) => reads.includes(resolveSymbol(workflow, known, key, owner)!));
      if (!isTrue && [loop, ...inside].some((activity) => mayWrite(activity, isRead, condition.expression!)))
        continue;
      const names = reads.map(({ name }) => `"${name}"`).join(' and ');
      yield {
        at: condition,
        message: isTrue
          ? `The condition of "${loop.name}" is always True and nothing in it leaves the loop.`
          : `"${loop.name}" runs while a condition on ${names} holds, and nothing in it changes that or leaves the loop.`,
        subject: condition.name,
      };
    }
  },
});
