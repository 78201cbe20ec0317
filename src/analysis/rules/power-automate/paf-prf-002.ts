/** A loop over items inside a loop over items. */
import { defineRule } from '../../model/rule.ts';

const LOOP = 'Foreach';

export const rule = defineRule({
  id: 'PAF-PRF-002',
  version: 1,
  title: 'Nested Foreach',
  platforms: ['power-automate'],
  category: 'performance',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The inner loop runs once for every item of the outer one, so its actions multiply: the flow gets slow, is throttled, and uses up its daily requests.',
  fix: 'Replace the inner loop: "Filter array" finds the matching items and "Select" reshapes them in one action each; a filter query or a join lets the source do it. Where both loops must stay, move the inner one into a child flow and call it once for each outer item.',
  compliance: ['PERF'],
  controls: ['CWE-1050'],
  options: {
    min: {
      default: 2,
      unit: 'loops',
      about: 'Number of nested loops that is reported.',
      stricter: 'lower',
    },
  },
  level: 'activity',
  types: [LOOP],
  *check(activity, { workflow, options }) {
    let depth = 1;
    let outer = activity;
    for (let up = activity.parent; up >= 0; up = workflow.activities[up]!.parent) {
      const around = workflow.activities[up]!;
      if (around.type !== LOOP) continue;
      if (depth === 1) outer = around;
      depth += 1;
    }
    // Deeper loops are not reported again: fixing this one fixes them.
    if (depth !== options.min) return;
    yield {
      at: activity,
      subject: 'nested-foreach',
      message: `The loop "${activity.name}" runs again for every item of the loop "${outer.name}".`,
    };
  },
  examples: {
    'power-automate': {
      bad: [
        `"Customers": {"type": "Foreach", "foreach": "@body('Get')", "actions": {
           "Orders": {"type": "Foreach", "foreach": "@items('Customers')?['orders']", "actions": {}}}}`,
        `"Customers": {"type": "Foreach", "foreach": "@body('Get')", "actions": {
           "If_big": {"type": "If", "expression": "@greater(items('Customers')?['size'], 5)", "actions": {
             "Orders": {"type": "Foreach", "foreach": "@items('Customers')?['orders']", "actions": {
               "Lines": {"type": "Foreach", "foreach": "@items('Orders')?['lines']", "actions": {}}}}}}}}`,
      ],
      good: [
        `"Customers": {"type": "Foreach", "foreach": "@body('Get')", "actions": {
           "Orders": {"type": "Query", "inputs": {"from": "@body('Orders')", "where": "@equals(item()?['c'], items('Customers')?['id'])"}}}}`,
        `"Customers": {"type": "Foreach", "foreach": "@body('Get')", "actions": {}},
         "Orders": {"type": "Foreach", "foreach": "@body('Get')", "actions": {}, "runAfter": {"Customers": ["Succeeded"]}}`,
        // Near miss: the outer loop does not go over items.
        `"Until_done": {"type": "Until", "expression": "@equals(variables('done'), true)", "actions": {
           "Orders": {"type": "Foreach", "foreach": "@body('Get')", "actions": {}}}}`,
      ],
    },
  },
});
