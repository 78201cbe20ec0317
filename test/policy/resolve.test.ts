/** Resolution of a pack: one order, every decision with its place, locks and gates that only get stricter. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { RULES } from '../../src/analysis/rules/index.ts';
import { type BuiltPack, digestOfJson, environmentOf } from '../../src/policy/built/built-pack.ts';
import { writePack } from '../../src/policy/built/sign-pack.ts';
import { lintPack } from '../../src/policy/lint-pack.ts';
import { buildPack } from '../../src/policy/resolve/build-pack.ts';
import { readPack } from '../../src/policy/source/read-pack.ts';
import { BUILD_DEPS, build, packFolder, packText, problemsOf } from '../support/policies/pack-folder.ts';

const RECOMMENDED = 'extends: [builtin/recommended]\n';
const MAX = 'UIP-MNT-001';

const inEnvironment = (pack: BuiltPack, name: string | null = null) => {
  const { policy, origins } = environmentOf(pack, name);
  return { ...policy.detection, ...policy.judgement, origins };
};

it('rejects a pattern that is no RE2 pattern, with its line', async () => {
  const [problem] = await problemsOf(build('rules: { UIP-NMG-001: { params: { pattern: "(?=a)" } } }\n'));
  assert.match(problem ?? '', /^7: The option "pattern" of UIP-NMG-001 is wrong: .*no RE2 pattern/);
});

describe('the order of a pack', () => {
  it('is presets, own rules and the environment; the last entry decides', async () => {
    const pack = await build(`${RECOMMENDED}rules:
  ${MAX}: { severity: low, params: { max: 120 } }
  "UIP-MNT-*": high
  UIP-MNT-005: off
environments:
  prod: { rules: { ${MAX}: { params: { max: 50 } } } }
`);
    const base = inEnvironment(pack);
    assert.equal(base.severities[MAX], 'high');
    assert.deepEqual(base.rules[MAX], { max: 120 });
    assert.equal(base.rules['UIP-MNT-005'], undefined);
    assert.deepEqual(inEnvironment(pack, 'prod').rules[MAX], { max: 50 });
    assert.equal(inEnvironment(pack, 'prod').severities[MAX], 'high');
    assert.deepEqual(inEnvironment(pack, 'unknown'), base);
  });
  it('has the place of every decision', async () => {
    const pack = await build(`${RECOMMENDED}rules:
  ${MAX}: { severity: low, params: { max: 120 }, tags: [A:1] }
environments:
  prod: { rules: { ${MAX}: { params: { max: 50 } } } }
`);
    assert.deepEqual(inEnvironment(pack).origins[MAX], {
      on: 'pack.yaml:9',
      severity: 'pack.yaml:9',
      options: { max: 'pack.yaml:9' },
      tags: 'pack.yaml:9',
    });
    assert.deepEqual(inEnvironment(pack, 'prod').origins[MAX]!.options, { max: 'pack.yaml:11' });
    assert.deepEqual(inEnvironment(pack).origins['UIP-SEC-001'], { on: 'builtin/recommended' });
  });
  it('without presets has the rules that it names, and nothing else', async () => {
    const pack = await build(`rules: { ${MAX}: on }\n`);
    assert.deepEqual(Object.keys(inEnvironment(pack).rules), [MAX]);
  });
  it('changes lists, and takes values of parameters', async () => {
    const rule = 'UIP-SEC-012';
    const pack = await build(`parameters: { modes: [Auto] }
rules:
  ${rule}: { params: { clearModes: { $add: [Auto] } } }
environments:
  a: { rules: { ${rule}: { params: { clearModes: { $remove: [None] } } } } }
  b: { rules: { ${rule}: { params: { clearModes: { $param: modes } } } } }
`);
    assert.deepEqual(inEnvironment(pack).rules[rule], { clearModes: ['None', 'Auto'] });
    assert.deepEqual(inEnvironment(pack, 'a').rules[rule], { clearModes: ['Auto'] });
    assert.deepEqual(inEnvironment(pack, 'b').rules[rule], { clearModes: ['Auto'] });
  });
  it('expands overrides, and adds controls', async () => {
    const pack = await build(`${RECOMMENDED}overrides:
  - { match: { platform: uipath, path: "Framework/**" }, rules: { "UIP-MNT-*": off } }
compliance:
  - { framework: SOX, control: APD, rules: ["UIP-SEC-*"] }
`);
    const { overrides, tags } = inEnvironment(pack);
    assert.equal(overrides[0]!.rules[MAX], 'off');
    assert.deepEqual([overrides[0]!.platform, overrides[0]!.path], ['uipath', 'Framework/**']);
    assert.deepEqual(tags['UIP-SEC-001'], ['SOX:APD']);
  });
});

describe('a pack is rejected', () => {
  for (const [title, body, problem] of [
    [
      'for an unknown rule',
      'rules: { UIP-MNT-901: off }\n',
      /^7: There is no rule "UIP-MNT-901"\. Did you mean UIP-MNT-\d/,
    ],
    ['for a wildcard that matches nothing', 'rules: { "ZZZ-*": off }\n', /^7: "ZZZ-\*" matches no rule/],
    ['for a misspelt wildcard', 'rules: { "UIP-MTN-*": off }\n', /Did you mean UIP-MNT-\*\?/],
    [
      'for an unknown option',
      `rules:\n  ${MAX}: { params: { maxx: 3 } }\n`,
      /^8: UIP-MNT-001 has no option "maxx"\. Did you mean "max"/,
    ],
    [
      'for a value of another type',
      `rules:\n  ${MAX}: { params: { max: many } }\n`,
      /^8: The option "max" of UIP-MNT-001 must be a number/,
    ],
    [
      'for an unknown parameter',
      `rules:\n  ${MAX}: { params: { max: { $param: m } } }\n`,
      /names the parameter "m"/,
    ],
    [
      'for a change of what is no list',
      `rules:\n  ${MAX}: { params: { max: { $add: [a] } } }\n`,
      /is no list/,
    ],
    ['for an unknown preset', 'extends: [builtin/recomended]\n', /^7: There is no preset/],
    ['for a pack without a version', 'extends: [base]\n', /^7: "base" has no version/],
    [
      'for a pack that is not there',
      'extends: [base@1.0.0]\n',
      /^7: base@1\.0\.0 is not in the folder "packs"/,
    ],
    [
      'for a gate that lets high findings pass',
      'gate: { block: [critical] }\n',
      /^7: "block" leaves out critical or high/,
    ],
    [
      'for a gate with a gap',
      'gate: { block: [critical, high, low] }\n',
      /^7: "block" has low without medium/,
    ],
    [
      'for an override of every file',
      'overrides:\n  - { match: {}, rules: {} }\n',
      /^8: The override matches every file/,
    ],
    [
      'for a rule of the engine that is milder',
      'rules: { XPL-ENG-001: low }\n',
      /^7: XPL-ENG-001 says what was not checked; its severity must be/,
    ],
    [
      'for an override of a rule of the engine',
      'overrides:\n  - { match: { path: a }, rules: { "XPL-*": off } }\n',
      /^8: XPL-ENG-\d+ says what was not checked/,
    ],
    [
      'for a rule of the engine that is off',
      'rules: { XPL-ENG-002: off }\n',
      /^7: XPL-ENG-002 says what was not checked/,
    ],
  ] as const)
    it(title, async () => {
      assert.match((await problemsOf(build(body)))[0] ?? 'no problem', problem);
    });

  it('for a required rule that waits for a list', async () => {
    const required = (more: string) => build(`rules:\n  UIP-SUP-008: { required: true${more} }\n`);
    assert.match(
      (await problemsOf(required('')))[0]!,
      /^8: UIP-SUP-008 is required, .* before the pack gives deny/,
    );
    assert.deepEqual(await problemsOf(required(', params: { deny: [InvokeCode] }')), []);
  });
  it('for a hotspot that blocks, unless a person confirms it', async () => {
    const hotspot = RULES.find(({ kind, category }) => kind === 'hotspot' && category !== 'engine')!.id;
    const problems = await problemsOf(build(`rules:\n  ${hotspot}: high\n`));
    assert.match(problems[0]!, /^8: .* is a hotspot/);
    assert.deepEqual(
      await problemsOf(build(`rules:\n  ${hotspot}: { severity: high, confirm: true }\n`)),
      [],
    );
  });
});

describe('a pack that extends a folder', () => {
  const parent = (body: string) => packText(body, 'base');
  const child = async (base: string, own: string): Promise<BuiltPack> => {
    const folder = packFolder({
      'base/pack.yaml': parent(base),
      'own/pack.yaml': packText(`extends: [../base]\n${own}`, 'own'),
    });
    return buildPack(`${folder}/own`, BUILD_DEPS);
  };
  const LOCKED = `rules:\n  ${MAX}: { severity: medium, params: { max: 100 }, locked: true }\n`;

  it('has its rules, with the pack in their places', async () => {
    const pack = await child(`rules: { ${MAX}: low }\n`, '');
    assert.equal(inEnvironment(pack).severities[MAX], 'low');
    assert.equal(inEnvironment(pack).origins[MAX]!.severity, 'base@1.0.0 pack.yaml:7');
    assert.deepEqual(
      pack.parents.map(({ name, version }) => `${name}@${version}`),
      ['base@1.0.0'],
    );
  });
  it('may make a locked rule stricter', async () => {
    const pack = await child(LOCKED, `rules:\n  ${MAX}: { severity: high, params: { max: 80 } }\n`);
    assert.deepEqual(inEnvironment(pack).rules[MAX], { max: 80 });
  });
  for (const [title, own, problem] of [
    [
      'switch it off',
      `rules:\n  ${MAX}: off\n`,
      /^9: UIP-MNT-001 is locked by base@1\.0\.0 pack\.yaml:8: it must stay on/,
    ],
    ['make it milder', `rules:\n  ${MAX}: low\n`, /^9: .*its severity must be medium or worse/],
    [
      'loosen its option',
      `rules:\n  ${MAX}: { params: { max: 200 } }\n`,
      /^9: .*"max" must be at least as strict as 100/,
    ],
    [
      'exclude it from a path',
      `overrides:\n  - { match: { path: "a/*" }, rules: { ${MAX}: off } }\n`,
      /^9: .*no path may make it off/,
    ],
    [
      'loosen it in an environment',
      `environments:\n  dev: { rules: { ${MAX}: off } }\n`,
      /^9: .*it must stay on/,
    ],
  ] as const)
    it(`may not ${title} when it is locked`, async () => {
      assert.match((await problemsOf(child(LOCKED, own)))[0] ?? 'no problem', problem);
    });
  describe('beside another one that excludes a locked rule from a path', () => {
    const exclude = (path: string) =>
      `overrides:\n  - { match: { path: "${path}" }, rules: { ${MAX}: off } }\n`;
    const LOCKED_BUT_A = `${LOCKED}${exclude('a/*')}`;
    const both = (locking: string, excluding: string, order = '../base, ../other') =>
      buildPack(
        `${packFolder({
          'base/pack.yaml': parent(locking),
          'other/pack.yaml': packText(excluding, 'other'),
          'own/pack.yaml': packText(`extends: [${order}]\n`, 'own'),
        })}/own`,
        BUILD_DEPS,
      );
    for (const order of ['../base, ../other', '../other, ../base'])
      it(`is rejected with the entry that extends it: ${order}`, async () => {
        const problems = await problemsOf(both(LOCKED, exclude('b/*'), order));
        assert.match(problems[0] ?? 'no problem', /^7: .*locked by base@1\.0\.0.*no path may make it off/);
      });
    for (const [what, loose, problem] of [
      ['option', '{ params: { max: 500 } }', /"max" must be at least as strict as 100/],
      ['severity', 'low', /its severity must be medium or worse/],
    ] as const)
      it(`is rejected when the ${what} of another one is looser, which the lock leaves at its default`, async () => {
        const locking = `rules:\n  ${MAX}: { locked: true }\n`;
        const problems = await problemsOf(both(locking, `rules:\n  ${MAX}: ${loose}\n`, '../other, ../base'));
        assert.match(problems[0] ?? 'no problem', problem);
      });
    it('takes a default that the later one writes out', async () => {
      const written = `rules:\n  ${MAX}: { params: { max: 100 }, locked: true }\n`;
      const looser = `rules:\n  ${MAX}: { params: { max: 500 } }\n`;
      assert.deepEqual(inEnvironment(await both(written, looser, '../other, ../base')).rules[MAX], {});
    });
    it('is rejected when it undoes what the locking pack raises on a path', async () => {
      const path = (verdict: string) =>
        `overrides:\n  - { match: { path: "prod/*" }, rules: { ${MAX}: ${verdict} } }\n`;
      const problems = await problemsOf(both(`${LOCKED}${path('high')}`, path('medium')));
      assert.match(problems[0] ?? 'no problem', /no path may make it medium/);
    });
    it('is accepted when the locking pack excludes the same path', async () => {
      const { overrides } = inEnvironment(await both(LOCKED_BUT_A, exclude('a/*')));
      assert.equal(overrides.length, 2);
    });
    it('is rejected when the locking pack includes the path again', async () => {
      const again = `  - { match: { platform: uipath }, rules: { ${MAX}: high } }\n`;
      const problems = await problemsOf(both(`${LOCKED_BUT_A}${again}`, exclude('a/*')));
      assert.match(problems[0] ?? 'no problem', /no path may make it off/);
    });
  });
  it('may not narrow its gate', async () => {
    const base = 'gate: { block: [critical, high, medium], score: ">= 80", new.medium: 0 }\n';
    const problems = await problemsOf(
      child(base, 'gate:\n  block: [critical, high]\n  score: ">= 50"\n  new.medium: 3\n'),
    );
    assert.deepEqual(
      problems.map((problem) => problem.split(':')[0]),
      ['9', '10', '11'],
    );
    const { gate } = inEnvironment(await child(base, 'gate: { score: ">= 90" }\n'));
    assert.deepEqual([gate.failOn, gate.scoreMin, gate.newMax], ['medium', 90, { medium: 0 }]);
  });
  it('is rejected in a circle', async () => {
    const folder = packFolder({
      'a/pack.yaml': packText('extends: [../b]\n', 'a'),
      'b/pack.yaml': packText('extends: [../a]\n', 'b'),
    });
    const problems = await problemsOf(buildPack(`${folder}/a`, BUILD_DEPS));
    assert.match(problems[0]!, /circle: a → b → a/);
  });
  it('is rejected after eight others', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, i) => [
        `p${i}/pack.yaml`,
        packText(`extends: [../p${i + 1}]\n`, `p${i}`),
      ]),
    );
    const problems = await problemsOf(buildPack(`${packFolder(files)}/p0`, BUILD_DEPS));
    assert.match(problems[0]!, /More than 8 packs/);
  });
});

describe('a pack that extends a built one', () => {
  it('takes the newest of the range, and is the same as one that extends its folder', async () => {
    const old = writePack(await build(`rules: { ${MAX}: low }\n`));
    const text = packText(`rules: { ${MAX}: high }\n`, 'test', '1.2.0');
    const newer = writePack(await buildPack(packFolder({ 'pack.yaml': text }), BUILD_DEPS));
    const folder = packFolder({
      'pack.yaml': packText('extends: [test@^1.0.0]\n', 'own'),
      'packs/a.flowpack': old,
      'packs/b.flowpack': newer,
    });
    const pack = await buildPack(folder, BUILD_DEPS);
    assert.equal(inEnvironment(pack).severities[MAX], 'high');
    assert.deepEqual(
      pack.parents.map(({ version }) => version),
      ['1.2.0'],
    );
  });
  it('is rejected when it extends an older version of itself', async () => {
    const built = writePack(await build('rules: {}\n'));
    const files = { 'pack.yaml': packText('extends: [test@1.0.0]\n'), 'packs/a.flowpack': built };
    assert.match((await problemsOf(buildPack(packFolder(files), BUILD_DEPS)))[0]!, /extends itself/);
  });
});

describe('a build', () => {
  it('makes the same bytes of the same folder, wherever it lies', async () => {
    const body = `${RECOMMENDED}rules: { ${MAX}: low }\n`;
    const [one, other] = [await build(body), await build(body)];
    assert.deepEqual(writePack(one), writePack(other));
    assert.equal(digestOfJson(one), digestOfJson(other));
  });
});

describe('hints about a pack', () => {
  it('name entries and overrides without an effect', async () => {
    const folder = packFolder({
      'pack.yaml': packText(`rules:
  ${MAX}: low
  "UIP-MNT-*": high
overrides:
  - { match: { path: "a/*" }, rules: { BPR-REL-001: off } }
`),
    });
    const pack = await buildPack(folder, BUILD_DEPS);
    const hints = lintPack(await readPack(folder), pack, RULES).map(
      ({ line, message }) => `${line}: ${message}`,
    );
    assert.match(hints[0]!, /^8: "UIP-MNT-001" has no effect/);
    assert.match(hints[1]!, /^11: The override has no effect/);
  });
});
