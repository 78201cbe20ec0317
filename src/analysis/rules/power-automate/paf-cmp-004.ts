/** A decision about an approval that looks for a word in the outcome. */

import type { Expr } from '../../model/expr.ts';
import { defineRule } from '../../model/rule.ts';
import { actionsOf } from '../../patterns/power-automate/flow-keys.ts';
import { comparisonsOf } from '../../patterns/power-automate/steps/comparisons.ts';
import { namesIn } from '../../semantics/texts.ts';

/** Answers that let something happen. */
const CONSENT = /^(?:approv|accept|yes\b|ok\b|confirm|genehmig|zustimm|approuv|aprob|aprov)/i;
const OUTCOME = /(?:^|\/)(?:outcome|responses?|approverresponse|selectedoption)$/i;

const readsOutcome = (operand: Expr | string): boolean =>
  typeof operand !== 'string' && [...namesIn(operand)].some((name) => OUTCOME.test(name));

const flow = (expression: string): string =>
  `"Approve":{"type":"OpenApiConnectionWebhook","limit":{"timeout":"P7D"},"inputs":{"host":{"connectionName":"a","operationId":"StartAndWaitForAnApproval",
     "apiId":"/providers/Microsoft.PowerApps/apis/shared_approvals"},"parameters":{"approvalType":"CustomResponseAll"}}},
   "Is_approved":{"type":"If","expression":${expression},"actions":{},"runAfter":{"Approve":["Succeeded"]}}`;

export const rule = defineRule({
  id: 'PAF-CMP-004',
  version: 1,
  title: 'Approval decided by a word in the outcome',
  platforms: ['power-automate'],
  category: 'compliance',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The outcome of several approvers lists all of their answers: "Approve, Reject" contains "Approve" too, as does an answer such as "Not approved".',
  fix: 'Compare the outcome with "is equal to" and the exact answer. With several approvers whose answers differ, test first that the outcome does not contain the rejection.',
  compliance: ['SOD'],
  options: {},
  level: 'activity',
  types: ['If'],
  *check(activity, { workflow }) {
    for (const { at, operator, operands } of comparisonsOf(activity)) {
      const [where, word] = operands;
      if (operator !== 'contains' || typeof word !== 'string' || !CONSENT.test(word.trim())) continue;
      if (where === undefined || !readsOutcome(where)) continue;
      const actions = (at.expression?.mentions ?? []).map((key) => actionsOf(workflow).get(key));
      const approval = actions.find((action) => action?.role === 'approval');
      if (approval === undefined) continue;
      const message = `"${activity.name}" takes every outcome of "${approval.name}" that contains "${word.trim()}" for a consent.`;
      yield { at, subject: 'outcome', message };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        flow(`{"contains":["@outputs('Approve')?['body/outcome']","Approve"]}`),
        flow(`"@contains(body('Approve')?['outcome'], 'Approve')"`),
      ],
      good: [
        flow(`{"equals":["@outputs('Approve')?['body/outcome']","Approve"]}`),
        // Near misses: one rejection among several answers counts, and a word in another member.
        flow(`{"contains":["@outputs('Approve')?['body/outcome']","Reject"]}`),
        flow(`{"contains":["@outputs('Approve')?['body/title']","Approve"]}`),
      ],
    },
  },
});
