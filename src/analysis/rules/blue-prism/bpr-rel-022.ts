/** Finds stages whose expressions or data items fail whenever a run comes to them. */

import type { Activity, Expression, Workflow } from '../../model/workflow.ts';
import { isBroken } from '../../patterns/blue-prism/broken-expression.ts';
import { itemsIn } from '../../patterns/blue-prism/data-items.ts';
import { isCode } from '../../semantics/assigned.ts';
import { pagesOf, usedPagesOf } from '../../semantics/flow/pages.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Stages that evaluate one expression, and fail without it. */
const NEEDS_EXPRESSION = new Set(['Decision', 'Calculation']);

const isBlank = (stage: Activity): boolean =>
  NEEDS_EXPRESSION.has(stage.type) &&
  stage.properties.every(({ name, text }) => !name.endsWith('expression') || text.trim() === '');

/** Returns whether each key is that of no item which all pages see. Fields of a collection may come with its rows. */
function maybeLost(workflow: Workflow): readonly boolean[] {
  const table = symbolTable(workflow);
  return workflow.mentions.keys.map((key) => {
    if (key.includes('.')) return false;
    const found = table.get(key);
    return found === undefined || (found instanceof Map ? !found.has(-1) : found.owner !== -1);
  });
}

/** An item that expressions use and cannot see, with the stages that use it. */
interface Lost {
  readonly at: Expression;
  readonly stages: Set<number>;
}

/** Returns the name of a lost item as its author wrote it. */
function nameOf({ tree }: Expression, key: string): string {
  return [...itemsIn(tree)].find((item) => item.trim().toLowerCase() === key) ?? key;
}

/** Returns the first key that an expression cannot see. */
function lostKey(workflow: Workflow, i: number, suspects: readonly boolean[]): string | undefined {
  const { expressions, mentions } = workflow;
  const table = symbolTable(workflow);
  for (let at = mentions.starts[i]!; at < mentions.starts[i + 1]!; at += 1) {
    const number = mentions.numbers[at]!;
    const key = mentions.keys[number]!;
    if (suspects[number] && resolveSymbol(workflow, table, key, expressions[i]!.owner) === undefined)
      return key;
  }
  return undefined;
}

export const rule = defineRule('BPR-REL-022', {
  level: 'workflow',
  *check(workflow) {
    if (workflow.kind === 'blue-prism-release') return;
    const [pages, used] = [pagesOf(workflow), usedPagesOf(workflow)];
    const { expressions, activities } = workflow;
    const runs = ({ index, reachable }: Activity): boolean => reachable && used.has(pages[index]!);
    for (const stage of activities)
      if (isBlank(stage) && runs(stage)) yield { at: stage, message: `"${stage.name}" has no expression.` };
    const suspects = maybeLost(workflow);
    const lost = new Map<string, Lost>();
    for (const [i, expression] of expressions.entries()) {
      const stage = activities[expression.owner];
      if (stage === undefined || !runs(stage) || isCode(expression)) continue;
      const key = lostKey(workflow, i, suspects);
      const known = key === undefined ? undefined : lost.get(key);
      if (known !== undefined) known.stages.add(stage.index);
      else if (key !== undefined) lost.set(key, { at: expression, stages: new Set([stage.index]) });
      else if ('direction' in expression && expression.direction === 'in' && isBroken(expression))
        yield {
          at: expression,
          message: `"${stage.name}" has an expression that is incomplete or not valid.`,
        };
    }
    for (const [key, { at, stages }] of lost) {
      const users = [...stages].map((index) => activities[index]!);
      const others = users.length === 1 ? 'fails' : `and ${users.length - 1} more fail`;
      const why = symbolTable(workflow).has(key) ? 'is hidden on another page' : 'does not exist';
      yield {
        at,
        message: `"${users[0]!.name}" ${others}, as the data item "${nameOf(at, key)}" ${why}.`,
        // An Exception stage throws in any case, only with another detail.
        ...(users.every(({ type }) => type === 'Exception') ? { severity: 'medium' as const } : {}),
      };
    }
  },
});
