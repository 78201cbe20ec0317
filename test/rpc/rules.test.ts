/** The catalogue of rules and the platforms over gRPC. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { status } from '@grpc/grpc-js';
import { RULES } from '../../src/analysis/rules/index.ts';
import { RuleServiceService as Methods } from '../../src/gen/flowarden/v1/rule.ts';
import { pageOf } from '../support/files/rule-examples.ts';
import { testCore } from '../support/service/core.ts';

const core = await testCore();
const anyone = await core.identity([]);

describe('rules', () => {
  it('are listed in the order of their ids to every authenticated caller', async () => {
    const { rules } = await core.call(Methods.listRules, {}, anyone);
    const ids = rules.map(({ ruleId }) => ruleId);
    assert.deepEqual(ids, RULES.map(({ id }) => id).toSorted());
    assert.ok(rules.every(({ title, why, fix, platforms }) => title && why && fix && platforms.length > 0));
    assert.equal((await core.rejection(Methods.listRules, {}, null)).reason, 'AUTHENTICATION_REQUIRED');
  });
  it('are narrowed by platform and ruleset', async () => {
    const { rules } = await core.call(Methods.listRules, { platform: 'uipath', ruleset: 'security' }, anyone);
    assert.ok(rules.every(({ platforms }) => platforms.includes('platform_1')));
    const wanted = ['security', 'data-privacy', 'compliance', 'engine'];
    assert.ok(rules.every(({ category }) => wanted.includes(category)));
    assert.equal(
      (await core.rejection(Methods.listRules, { ruleset: 'x' }, anyone)).reason,
      'UNKNOWN_RULESET',
    );
    assert.equal(
      (await core.rejection(Methods.listRules, { platform: 'x' }, anyone)).reason,
      'UNKNOWN_PLATFORM',
    );
  });
  it('are read one by one, in either case, with options and examples', async () => {
    for (const { id, options } of RULES) {
      const { rule } = await core.call(Methods.getRule, { ruleId: id.toLowerCase() }, anyone);
      assert.equal(rule?.ruleId, id);
      assert.deepEqual(Object.keys(rule?.options ?? {}).toSorted(), Object.keys(options).toSorted());
      const { examples, designers } = pageOf(id);
      const shown = Object.values(examples).flatMap(({ bad, good }) => [...bad, ...good]);
      assert.deepEqual(
        rule?.examples.map(({ text }) => text),
        shown.map(({ text }) => text),
      );
      assert.deepEqual(
        rule?.designers.map(({ designer, steps }) => ({ designer, steps })),
        designers,
      );
    }
    const error = await core.rejection(Methods.getRule, { ruleId: 'UIP-XXX-999' }, anyone);
    assert.deepEqual([error.status, error.reason], [status.NOT_FOUND, 'NOT_FOUND']);
  });
});

describe('platforms', () => {
  it('are listed with their names and how many rules read them', async () => {
    const { platforms } = await core.call(Methods.listPlatforms, {}, anyone);
    assert.deepEqual(
      platforms.map(({ platform, title }) => [platform, title]),
      [
        ['platform_1', 'UiPath'],
        ['platform_2', 'Microsoft Power Automate'],
        ['platform_3', 'Automation Anywhere A360'],
        ['platform_4', 'Blue Prism'],
      ],
    );
    assert.ok(platforms.every(({ aliases, ruleCount }) => aliases.length > 0 && ruleCount > 0));
  });
});
