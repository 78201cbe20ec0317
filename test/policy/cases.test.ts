/** Cases of packs: what they expect, what they notice, and the packs that come with the product. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { dlpRules, readPacks, undecidedRules } from '../../scripts/packs-document.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { parseCases, readCases } from '../../src/policy/cases/read-cases.ts';
import { runCases } from '../../src/policy/cases/run-cases.ts';
import { uncovered } from '../../src/policy/cases/uncovered.ts';
import { lintPack } from '../../src/policy/lint-pack.ts';
import { buildPack } from '../../src/policy/resolve/build-pack.ts';
import { readPack } from '../../src/policy/source/read-pack.ts';
import { BUILD_DEPS, packFolder, packText, problemsOf } from '../support/policies/pack-folder.ts';

const SAMPLES = join(import.meta.dirname, '../../samples/policies');

describe('the packs that come with the product', () => {
  const names = readdirSync(SAMPLES);
  it('are six', () =>
    assert.deepEqual(names, [
      'agents',
      'bank',
      'baseline',
      'citizen-developers',
      'finance',
      'public-sector',
    ]));
  for (const name of names)
    it(`${name} passes its cases, which cover every decision, without a hint`, async () => {
      const folder = join(SAMPLES, name);
      const [source, pack] = [await readPack(folder), await buildPack(folder, BUILD_DEPS)];
      const cases = await readCases(source);
      const results = await runCases({ folder, pack, rules: RULES }, cases);
      assert.deepEqual(
        results.flatMap(({ test, failures }) => failures.map((one) => `${test.name}: ${one}`)),
        [],
      );
      assert.deepEqual(uncovered(source, pack, cases), { rules: [], overrides: [] });
      assert.deepEqual(lintPack(source, pack, RULES), []);
    });
});

describe('decisions of these packs', () => {
  it('are about every rule outside of the recommended ones', () => {
    assert.deepEqual(undecidedRules(RULES), []);
    const added = { id: 'XPL-SEC-999', preset: 'strict' } as const;
    assert.deepEqual(undecidedRules([...RULES, added]), ['XPL-SEC-999']);
  });

  it('name the rules of the data policy that a pack has, each once', () => {
    assert.deepEqual(dlpRules({}), []);
    assert.deepEqual(dlpRules({ hosts: ['*.corp.example'] }), ['XPL-SEC-007']);
    assert.deepEqual(dlpRules({ blocked: [] }), ['PAF-SEC-016']);
    assert.deepEqual(dlpRules({ business: [], nonBusiness: [], endpoints: [] }), [
      'PAF-SEC-017',
      'XPL-PRV-003',
      'PAF-SEC-018',
    ]);
  });

  it('each have a reason', () => {
    for (const { name, decisions } of readPacks())
      for (const { rule, reason } of decisions) assert.match(reason, /^\S.*\.$/, `${name}: ${rule}`);
  });
});

const PACK = packText(`extends: [builtin/recommended]
rules: { UIP-MNT-016: { severity: high } }
overrides:
  - { match: { path: "Old/*" }, rules: { UIP-MNT-016: off } }
environments:
  prod: { mode: blocking, gate: { score: ">= 90" } }
cases: [cases/*.yaml]
`);
const SNIPPET = `snippet: { uipath: '<ui:InvokeWorkflowFile DisplayName="Run" WorkflowFileName="[in_Config(&quot;Step&quot;).ToString]" />' }`;

async function failuresOf(expect: string, more = ''): Promise<readonly string[]> {
  const text = `- name: a case\n  ${SNIPPET}\n  environment: prod\n  expect: ${expect}\n${more}`;
  const folder = packFolder({ 'pack.yaml': PACK, 'cases/a.yaml': text });
  const pack = await buildPack(folder, BUILD_DEPS);
  const results = await runCases({ folder, pack, rules: RULES }, await readCases(await readPack(folder)));
  return results.flatMap(({ failures }) => failures);
}

describe('a case', () => {
  for (const expect of [
    '{ passed: false }',
    '{ blocking: [UIP-MNT-016, XPL-ENG-008] }',
    '{ blocking: ["UIP-MNT-016@WorkflowFileName", XPL-ENG-008] }',
    '{ severity: { UIP-MNT-016: high } }',
    '{ absent: [UIP-SEC-001] }',
    '{ score: "<= 79" }',
    '{ origin: { UIP-MNT-016: "pack.yaml:8" } }',
  ])
    it(`passes with ${expect}`, async () => assert.deepEqual(await failuresOf(expect), []));
  for (const [expect, failure] of [
    ['{ passed: true }', /passed is false; the case expects true/],
    ['{ blocking: [XPL-ENG-008] }', /^UIP-MNT-016@.* blocks; the case does not expect it/],
    ['{ blocking: [UIP-SEC-001, UIP-MNT-016, XPL-ENG-008] }', /^UIP-SEC-001 does not block/],
    ['{ severity: { UIP-MNT-016: low } }', /UIP-MNT-016 is high; the case expects low/],
    ['{ severity: { UIP-SEC-001: high } }', /UIP-SEC-001 is not found/],
    ['{ absent: [UIP-MNT-016] }', /UIP-MNT-016 has a finding/],
    ['{ score: ">= 80" }', /The score is \d+; the case expects >= 80/],
    ['{ origin: { UIP-MNT-016: "pack.yaml:9" } }', /decided at pack\.yaml:8; the case expects pack\.yaml:9/],
  ] as const)
    it(`fails with ${expect}`, async () => {
      assert.match((await failuresOf(expect))[0] ?? 'no failure', failure);
    });
  it('takes exceptions, and a path that overrides match', async () => {
    assert.deepEqual(await failuresOf('{ blocking: [] }', '  exceptions: [UIP-MNT-016]\n'), []);
    assert.deepEqual(await failuresOf('{ absent: [UIP-MNT-016] }', '  path: Old/Main.xaml\n'), []);
  });
  it('fails when its file cannot be judged', async () => {
    const folder = packFolder({
      'pack.yaml': PACK,
      'cases/a.yaml': '- name: a\n  file: missing.xaml\n  expect: { passed: true }\n',
    });
    const pack = await buildPack(folder, BUILD_DEPS);
    const [result] = await runCases({ folder, pack, rules: RULES }, await readCases(await readPack(folder)));
    assert.match(result!.failures[0]!, /cannot be judged: missing\.xaml/);
  });
});

describe('a file of cases', () => {
  for (const [title, text, problem] of [
    ['a case that expects nothing', `- name: a\n  ${SNIPPET}\n  expect: {}\n`, /^3: .*expect something/],
    ['a case without a file', '- name: a\n  expect: { passed: true }\n', /give a file or a snippet/],
    [
      'two cases of one name',
      `- name: a\n  ${SNIPPET}\n  expect: { passed: true }\n- name: a\n  ${SNIPPET}\n  expect: { passed: true }\n`,
      /^4: The case "a" stands in line 1 already/,
    ],
    [
      'an unknown key',
      `- name: a\n  ${SNIPPET}\n  expect: { pased: true }\n`,
      /has no key "pased"\. Did you mean "passed"/,
    ],
    ['nothing', '', /no case/],
  ] as const)
    it(`is rejected with ${title}`, async () => {
      const problems = await problemsOf((async () => parseCases('cases/a.yaml', text))());
      assert.match(problems[0] ?? 'no problem', problem);
    });
  it('that the pack names must be there', async () => {
    const folder = packFolder({ 'pack.yaml': PACK });
    assert.match(
      (await problemsOf((async () => readCases(await readPack(folder)))()))[0]!,
      /matches no file/,
    );
  });
});

describe('the coverage of a pack', () => {
  it('names rules and overrides that no case tests', async () => {
    const folder = packFolder({
      'pack.yaml': PACK,
      'cases/a.yaml': `- name: a\n  ${SNIPPET}\n  expect: { passed: true }\n`,
    });
    const source = await readPack(folder);
    const found = uncovered(source, await buildPack(folder, BUILD_DEPS), await readCases(source));
    assert.deepEqual(found, { rules: ['UIP-MNT-016'], overrides: ['pack.yaml:10'] });
  });
});
