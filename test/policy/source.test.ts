/** Source of a policy pack: strict YAML, checked form, every problem with its line and what to do. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parsePack, readPack } from '../../src/policy/source/read-pack.ts';
import { packFolder, packText, problemsOf } from '../support/policies/pack-folder.ts';

const parse = (text: string) => problemsOf((async () => parsePack('.', 'pack.yaml', text))());

describe('a pack.yaml', () => {
  for (const [title, body, problem] of [
    ['an unknown key', 'ruels: {}\n', /^7: The file has no key "ruels"\. Did you mean "rules"\?$/],
    [
      'an unknown key of a rule',
      'rules:\n  UIP-MNT-001: { serverity: low }\n',
      /^8: .*no key "serverity"\. Did you mean "severity"/,
    ],
    ['a key twice', 'rules: {}\nrules: {}\n', /^8: The file is no valid YAML: .*unique/],
    ['an unknown level', 'rules:\n  UIP-MNT-001: hihg\n', /^8: .*"hihg".*Did you mean "high"/],
    [
      'a severity of another type',
      'rules:\n  UIP-MNT-001: 3\n',
      /^8: "rules\.UIP-MNT-001" is 3; it must be off, on, critical/,
    ],
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
