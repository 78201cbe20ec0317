/** The steps of rule pages: each rule has them for each designer in which its findings can occur. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CLOUD_FLOW_DESIGNER } from '../../scripts/designer-steps/cloud-flow.ts';
import { DESIGNERS } from '../../scripts/designer-steps/designers.ts';
import { POWER_AUTOMATE_DESKTOP } from '../../scripts/designer-steps/desktop-flow.ts';
import { rulePage } from '../../scripts/rule-page.ts';
import type { Rule } from '../../src/analysis/model/rule.ts';
import { RULES } from '../../src/analysis/rules/index.ts';

/** Steps a list may have, the opening of the place included. */
const STEPS_MAX = 4;

/** The designers whose files a rule reads: `PAF` and `PAD` mean one of the two of Power Automate. */
const expectedDesigners = ({ id, platforms }: Rule) => {
  if (id.startsWith('PAF')) return [CLOUD_FLOW_DESIGNER];
  if (id.startsWith('PAD')) return [POWER_AUTOMATE_DESKTOP];
  return platforms.flatMap((platform) => DESIGNERS[platform]);
};

test('the page of each rule shows steps for each designer of the platforms that the rule claims', () => {
  for (const rule of RULES) {
    const page = rulePage(rule);
    for (const { title, steps } of expectedDesigners(rule)) {
      const list = steps.get(rule.id);
      assert.ok(
        list !== undefined,
        `${rule.id} has no steps for ${title}: add them in scripts/designer-steps/`,
      );
      assert.ok(list.length >= 2 && list.length <= STEPS_MAX, `${rule.id}, ${title}: ${list.length} steps`);
      assert.ok(page.includes(`### In ${title}\n\n1. ${list[0]}\n2. ${list[1]}`), `${rule.id}, ${title}`);
    }
  }
});

test('steps are sentences, and stand only where the rule claims the platform', () => {
  const rules = new Map(RULES.map((rule) => [rule.id, rule]));
  for (const guide of Object.values(DESIGNERS).flat()) {
    for (const [id, steps] of guide.steps) {
      const rule = rules.get(id);
      assert.ok(rule !== undefined, `${guide.title} has steps for ${id}, which is no rule`);
      assert.ok(expectedDesigners(rule).includes(guide), `${id} cannot occur in ${guide.title}`);
      for (const step of steps) assert.match(step, /^[A-Z][^\n]{10,250}\.$/, `${id}: ${step}`);
    }
  }
});
