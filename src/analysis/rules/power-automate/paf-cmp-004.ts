/** A decision about an approval that looks for a word in the outcome. */

import type { Expr } from '../../model/expr.ts';
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Value, Workflow } from '../../model/workflow.ts';
import { aliasesOf, resolveAlias } from '../../patterns/power-automate/flow-alias.ts';
import { actionsOf } from '../../patterns/power-automate/flow-keys.ts';
import { comparisonsOf } from '../../patterns/power-automate/steps/comparisons.ts';
import { walk } from '../../semantics/visit.ts';
import { defineRule } from '../define-rule.ts';

/** Answers that let something happen. */
const CONSENT = /^(?:approv|accept|yes\b|ok\b|confirm|genehmig|zustimm|approuv|aprob|aprov)/i;
const OUTCOME = /(?:^|\/)(?:outcome|approverresponse|selectedoption)$/i;

/** Returns whether an expression reads the outcome of an approval, and no member of it. */
function readsOutcome(tree: Expr): boolean {
  const inner = new Set<Expr>();
  for (const node of walk(tree)) {
    if (node.kind !== 'index') continue;
    inner.add(node.object);
    const member = node.args[0]?.value;
    if (!inner.has(node) && member?.kind === 'literal' && OUTCOME.test(member.value)) return true;
  }
  return false;
}

/** Returns the approval whose outcome an operand reads, also by way of a Compose or a variable. */
function approvalBehind(workflow: Workflow, at: Value, operand: Expr): Activity | undefined {
  if (at.expression === undefined) return undefined;
  const read = readsOutcome(operand) ? at.expression : resolveAlias(aliasesOf(workflow), at.expression);
  if (!readsOutcome(read.tree)) return undefined;
  return read.mentions
    .map((key) => actionsOf(workflow).get(key))
    .find((action) => action?.role === 'approval');
}

/** Returns whether the outcome is one of two fixed words: those of Approve/Reject, by one person or by all. */
function hasFixedOutcome(approval: Activity): boolean {
  const type = literalOf(propertyOf(approval, 'inputs.parameters.approvalType'));
  return /^basic/i.test(type ?? '');
}

export const rule = defineRule('PAF-CMP-004', {
  level: 'activity',
  workflowWords: ['outcome', 'approverresponse', 'selectedoption'],
  types: ['If'],
  *check(activity, { workflow }) {
    for (const { at, operator, operands } of comparisonsOf(activity)) {
      const [where, word] = operands;
      if (operator !== 'contains' || typeof word !== 'string' || !CONSENT.test(word.trim())) continue;
      if (where === undefined || typeof where === 'string') continue;
      const approval = approvalBehind(workflow, at, where);
      if (approval === undefined || hasFixedOutcome(approval)) continue;
      const message = `"${activity.name}" treats every outcome of "${approval.name}" that contains "${word.trim()}" as an approval.`;
      yield { at, subject: 'outcome', message };
    }
  },
});
