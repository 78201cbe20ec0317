/** Policies that are looser than the one in force. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RULES } from '../../src/analysis/rules/index.ts';
import { environmentOf } from '../../src/policy/built/built-pack.ts';
import { builtinPolicy, looserPolicy } from '../../src/policy/compare/looser-policy.ts';
import { build } from '../support/policies/pack-folder.ts';

const policyOf = async (body: string) => environmentOf(await build(body), null).policy;
const MAX = 'UIP-MNT-001';
const BASE = 'extends: [builtin/recommended]\n';
const A_OFF = `{ match: { path: "a/*" }, rules: { ${MAX}: off } }`;
const ALL_HIGH = `{ match: { platform: uipath }, rules: { ${MAX}: high } }`;

describe('a policy beside the one in force', () => {
  for (const [title, own, inForce, problem] of [
    ['is as strict as itself', BASE, BASE, undefined],
    ['may have more rules', 'extends: [builtin/strict]\n', BASE, undefined],
    ['may not lack a rule', `${BASE}rules: { ${MAX}: off }\n`, BASE, /the rule UIP-MNT-001 must be on/],
    [
      'may be more severe',
      `${BASE}rules: { ${MAX}: critical }\n`,
      `${BASE}rules: { ${MAX}: high }\n`,
      undefined,
    ],
    [
      'may not be milder',
      `${BASE}rules: { ${MAX}: low }\n`,
      BASE,
      /severity of UIP-MNT-001 must be medium or worse/,
    ],
    [
      'may not leave out a severity that is set',
      BASE,
      `${BASE}rules: { ${MAX}: medium }\n`,
      /severity of UIP-MNT-001 must be set/,
    ],
    ['may have a stricter option', `${BASE}rules: { ${MAX}: { params: { max: 5 } } }\n`, BASE, undefined],
    [
      'may not loosen an option',
      BASE,
      `${BASE}rules: { ${MAX}: { params: { max: 5 } } }\n`,
      /"max" of UIP-MNT-001/,
    ],
    [
      'may not accept what cannot be compared',
      BASE,
      `${BASE}rules: { PAF-PRV-003: { params: { internalDomains: [corp.example] } } }\n`,
      /"internalDomains" of PAF-PRV-003/,
    ],
    [
      'may not exclude a path',
      `${BASE}overrides: [{ match: { path: "a/*" }, rules: { ${MAX}: off } }]\n`,
      BASE,
      /no path may make UIP-MNT-001 milder/,
    ],
    [
      'may exclude what the one in force excludes',
      `${BASE}overrides: [{ match: { path: "a/*" }, rules: { ${MAX}: off } }]\n`,
      `${BASE}overrides: [{ match: { path: "a/*" }, rules: { ${MAX}: off } }]\n`,
      undefined,
    ],
    [
      'may add a severer path after those in force',
      `${BASE}overrides: [${A_OFF}, { match: { path: "b/*" }, rules: { ${MAX}: high } }]\n`,
      `${BASE}overrides: [${A_OFF}]\n`,
      undefined,
    ],
    [
      'may not exclude a path after an override in force that includes it again',
      `${BASE}overrides: [${ALL_HIGH}, ${A_OFF}]\n`,
      `${BASE}overrides: [${A_OFF}, ${ALL_HIGH}]\n`,
      /no path may make UIP-MNT-001 milder than high/,
    ],
    [
      'may not exclude a path that a later override in force includes again',
      `${BASE}overrides: [${A_OFF}]\n`,
      `${BASE}overrides: [${A_OFF}, ${ALL_HIGH}]\n`,
      /no path may make UIP-MNT-001 milder than high/,
    ],
    [
      'must be as severe where the one in force raises a path',
      BASE,
      `${BASE}overrides: [${ALL_HIGH}]\n`,
      /no path may make UIP-MNT-001 milder than high/,
    ],
    [
      'may be as severe everywhere as the one in force on a path',
      `${BASE}rules: { ${MAX}: high }\n`,
      `${BASE}overrides: [${ALL_HIGH}]\n`,
      undefined,
    ],
    [
      'must block the same severities',
      BASE,
      `${BASE}gate: { block: [critical, high, medium] }\n`,
      /medium must block/,
    ],
    ['must have the minimum score', BASE, `${BASE}gate: { score: ">= 80" }\n`, /minimum score must be 80/],
    [
      'must limit new findings',
      BASE,
      `${BASE}gate: { new.low: 3 }\n`,
      /at most 3 findings of the severity low/,
    ],
    [
      'must require the same rules',
      `${BASE}gate: { notEvaluated.required: 0 }\n`,
      `${BASE}rules: { ${MAX}: { required: true } }\ngate: { notEvaluated.required: 0 }\n`,
      /UIP-MNT-001 must be required/,
    ],
  ] as const)
    it(title, async () => {
      const found = looserPolicy(await policyOf(own), await policyOf(inForce), RULES);
      if (problem === undefined) assert.equal(found, undefined);
      else assert.match(found ?? 'none', problem);
    });

  it('may be a built-in ruleset', async () => {
    const recommended = await policyOf(BASE);
    assert.equal(looserPolicy(builtinPolicy('strict', RULES), recommended, RULES), undefined);
    assert.equal(looserPolicy(builtinPolicy('default', RULES), recommended, RULES), undefined);
    assert.match(looserPolicy(builtinPolicy('security', RULES), recommended, RULES)!, /must be on/);
  });
});
