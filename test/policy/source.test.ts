/** Source of a policy pack: strict YAML, checked form, every problem with its line and what to do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePack, readPack } from '../../src/policy/source/read-pack.ts';
import { build, packFolder, packText, problemsOf } from '../support/policies/pack-folder.ts';
import { IN_FULL_RUN_ONLY } from '../support/ring.ts';

const parse = (text: string) => problemsOf((async () => parsePack('.', 'pack.yaml', text))());

describe('a pack.yaml', () => {
  for (const [title, body, problem] of [
    ['an unknown key', 'ruels: {}\n', /^7: The file has no key "ruels"\. Did you mean "rules"\?$/],
    [
      'an unknown key of a rule',
      'rules:\n  UIP-MNT-001: { serverity: low }\n',
      /^8: .*no key "serverity"\. Did you mean "severity"/,
    ],
    [
      'a key twice',
      'rules: {}\nrules: {}\n',
      /^8: The key "rules" stands in line 7 already\. Keep one of the two\.$/,
    ],
    ['an unknown level', 'rules:\n  UIP-MNT-001: hihg\n', /^8: .*"hihg".*Did you mean "high"/],
    [
      'a severity of another type',
      'rules:\n  UIP-MNT-001: 3\n',
      /^8: "rules\.UIP-MNT-001" is 3; it must be off, on, critical/,
    ],
    ['a text instead of a map', 'rules: none\n', /^7: "rules" is "none"\. Write keys with values/],
    ['a map instead of a list', 'overrides: {}\n', /^7: "overrides" is \{\}\. Write a list/],
    [
      'a text instead of a number',
      'gate: { new.high: few }\n',
      /^7: "gate\.new\.high" is "few"\. Write a number/,
    ],
    ['a number instead of a text', 'custom: [1]\n', /^7: "custom\.0" is 1\. Write a text/],
    ['an unknown mode', 'mode: blockin\n', /^7: "mode" is "blockin".*Did you mean "blocking"/],
    ['a condition in another form', 'gate: { score: 80 }\n', /^7: "gate\.score"/],
    ['an alias', 'parameters: { a: &x [b], c: *x }\n', /^7: Aliases/],
    ['a bomb of aliases', `parameters:\n  a: &a [x]\n  b: &b [*a,*a]\n  c: [*b,*b]\n`, /Aliases/],
    ['a tag', 'mode: !!js/function "x"\n', /^7: /],
    ['a merge key', 'parameters: { <<: 1 }\n', undefined],
    ['a key that objects have', 'parameters: { __proto__: 1 }\n', /^7: "__proto__" is no key/],
    ['a key that is no text', 'parameters: { 1: a }\n', /^7: Keys are texts/],
    ['several documents', '---\na: 1\n', /^0: The file has 2 documents/],
    ['deep nesting', `parameters: ${'['.repeat(100_000)}\n`, /nested too deeply|valid YAML/],
  ] as const)
    it(problem === undefined ? `reads ${title} as an ordinary key` : `is rejected for ${title}`, async () => {
      const problems = await parse(packText(body));
      if (problem === undefined) assert.deepEqual(problems, []);
      else assert.match(problems[0] ?? 'no problem', problem);
    });

  it('is rejected above a megabyte', async () => {
    const problems = await parse(packText(`# ${'x'.repeat(1_100_000)}\n`));
    assert.match(problems[0]!, /^0: The file has 1,100,\d+ bytes; the limit is 1,048,576/);
  });
  it('lists the first problems of many, and counts the others', { skip: IN_FULL_RUN_ONLY }, async () => {
    const keys = Array.from({ length: 40_000 }, (_, i) => `  ACME-REL-${i}: on\n`).join('');
    const unknown = await problemsOf(build(`rules:\n${keys}environments: { prod: {}, test: {} }\n`));
    assert.equal(unknown.length, 101);
    assert.match(unknown[0]!, /^8: There is no rule "ACME-REL-0"\./);
    assert.equal(unknown[100], '0: There are 39,900 more problems. Correct these first.');
  });
  it('names every problem at once, in the order of the lines', async () => {
    const problems = await parse(packText('mode: x\nrules:\n  A: y\nchoice: z\n'));
    assert.deepEqual(
      problems.map((problem) => problem.split(':')[0]),
      ['7', '9', '10'],
    );
  });
  it('says what a folder without one lacks', async () => {
    const problems = await problemsOf(readPack(packFolder({ 'other.yaml': '' })));
    assert.match(problems[0]!, /there is no such file\. A pack is a folder with pack\.yaml/);
  });
});
