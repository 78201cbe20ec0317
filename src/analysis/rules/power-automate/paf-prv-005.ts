/** A mail or chat message that holds a whole record. */

import type { Expr } from '../../model/expr.ts';
import { matchedName } from '../../model/flow-names.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { actionsOf } from '../../patterns/power-automate/flow-keys.ts';
import { operationName } from '../../patterns/power-automate/flow-operation.ts';
import { triggerOf } from '../../patterns/power-automate/flow-trigger.ts';
import { calledName, calls } from '../../semantics/callee.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

const TEXT = /(?:body|message|messageBody|content)$/i;
/** Operations that read or bring records. */
const READS =
  /^(?:listrecords|getitem|getrow|getonnewitem|getonupdateditem|getonchangeditem|subscribewebhooktrigger|getformresponse|userprofile|searchuser)/;
/** Members that still hold the whole output. */
const WHOLE = /^(?:body|body\/value|value)$/i;

/** Returns the key of a piece that is a whole output: `outputs('X')?['body']`, or a row of one in a loop. */
function wholeOutput(workflow: Workflow, piece: Expr): string | undefined {
  let node = piece;
  while (node.kind === 'index') {
    const [member] = node.args;
    if (member?.value.kind !== 'literal' || !WHOLE.test(member.value.value)) return undefined;
    node = node.object;
  }
  if (node.kind !== 'call') return undefined;
  const name = calledName(node);
  const argument = node.args[0]?.value;
  if (name === 'string') return argument === undefined ? undefined : wholeOutput(workflow, argument);
  if (name === 'triggerbody' || name === 'triggeroutputs') return 'trigger';
  if (argument?.kind !== 'literal') return undefined;
  const key = `action:${matchedName(argument.value)}`;
  if (name === 'body' || name === 'outputs') return key;
  return name === 'items' ? loopedOutput(workflow, actionsOf(workflow).get(key)) : undefined;
}

/** Returns the key of the whole output that a loop goes through. */
function loopedOutput(workflow: Workflow, loop: Activity | undefined): string | undefined {
  const rows = loop?.type === 'Foreach' ? propertyOf(loop, 'foreach')?.expression : undefined;
  return rows === undefined || calls(rows.tree, 'items') ? undefined : wholeOutput(workflow, rows.tree);
}

/** Returns whether a key stands for records: those of the trigger, or of an action that reads some. */
function holdsRecords(workflow: Workflow, key: string | undefined): boolean {
  if (key === undefined) return false;
  const source = key === 'trigger' ? triggerOf(workflow) : actionsOf(workflow).get(key);
  return source !== undefined && READS.test(operationName(source));
}

export const rule = defineRule('PAF-PRV-005', {
  level: 'workflow',
  roles: ['email', 'message'],
  *check(workflow) {
    for (const expression of workflow.expressions) {
      const step = workflow.activities[expression.owner];
      if (step === undefined || (step.role !== 'email' && step.role !== 'message') || !isLive(step)) continue;
      if (!TEXT.test(expression.name)) continue;
      if (!piecesOf(expression.tree).some((piece) => holdsRecords(workflow, wholeOutput(workflow, piece))))
        continue;
      const message = `"${step.name}" sends a whole record.`;
      yield { at: expression, subject: expression.name, message };
    }
  },
});
