/** Arguments that the workflow does not use, and outputs that it never sets. */

import type { Argument, Expression, Variable, Workflow } from '../../model/workflow.ts';
import { symbolsUsedBy, usedSymbols } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Types whose values must be assigned; an activity can fill a table or list that it gets as input. */
const PLAIN_TYPE =
  /^(?:String|Boolean|S?Byte|U?Int(?:16|32|64)|Single|Double|Decimal|DateTime|TimeSpan|Guid|Object)$/;

/** Returns whether a workflow does nothing yet. The arguments of such a stub describe its later work. */
function isStub(workflow: Workflow): boolean {
  return workflow.activities.every(({ role }) => role === 'sequence' || role === 'comment');
}

/** Text, or a name and something behind it that is no comment: a cheap check before the lexer. */
const MORE_THAN_A_NAME = /^\s*(?:"|[A-Za-z_]\w*(?!\w)\s*[!-&(-.:-@[-^`{-~])/;

/**
 * Returns the expressions that may write. In the short form `Result="[answer]"` the file does not say that it writes,
 * so every single name counts; code writes every name that it mentions.
 */
function writes(workflow: Workflow): Expression[] {
  const found: Expression[] = [];
  for (const { type, properties } of workflow.activities) {
    for (const { expression, direction } of properties) {
      if (expression === undefined) continue;
      const isOut = direction === 'out' || type === 'InvokeCode';
      if (isOut || (!MORE_THAN_A_NAME.test(expression.text) && expression.tree.kind === 'reference'))
        found.push(expression);
    }
  }
  return found;
}

function complaint(
  argument: Argument,
  isUsed: boolean,
  isWritten: (argument: Argument) => boolean,
): string | undefined {
  if (!isUsed) return `Argument "${argument.name}" is never used.`;
  if (argument.direction !== 'out' || !PLAIN_TYPE.test(argument.type) || isWritten(argument))
    return undefined;
  return `Output argument "${argument.name}" is never assigned, so callers always get an empty value.`;
}

export const rule = defineRule('UIP-MNT-006', {
  level: 'workflow',
  wants: 'arguments',
  *check(workflow, { options }) {
    if (isStub(workflow)) return;
    if (options.ignoreFiles.some((file) => file.replace(/\.xaml$/i, '') === workflow.name)) return;
    const used = usedSymbols(workflow);
    let written: ReadonlySet<Variable> | undefined;
    const isWritten = (argument: Argument): boolean => {
      written ??= symbolsUsedBy(workflow, writes(workflow));
      return written.has(argument);
    };
    for (const argument of workflow.arguments) {
      if (options.ignoreArguments.includes(argument.name)) continue;
      // The result of a method is returned, and has no name in it.
      if (argument.direction === 'out' && workflow.kind === 'uipath-coded-workflow') continue;
      const message = complaint(argument, used.has(argument), isWritten);
      if (message !== undefined) yield { at: argument, message, subject: argument.name };
    }
  },
});
