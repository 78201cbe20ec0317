/** Custom rules of packs: read strictly, built, inherited, and tested before they hold. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { CustomRule } from '../../src/analysis/model/policy.ts';
import type { Options } from '../../src/analysis/model/rule-option.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import type { TestedCustomRule } from '../../src/policy/built/built-pack.ts';
import { openPack } from '../../src/policy/built/open-pack.ts';
import { writePack } from '../../src/policy/built/sign-pack.ts';
import { failedRuleTests } from '../../src/policy/cases/rule-tests.ts';
import { looserPolicy } from '../../src/policy/compare/looser-policy.ts';
import { buildPack } from '../../src/policy/resolve/build-pack.ts';
import { BUILD_DEPS, build, packFolder, packText, problemsOf } from '../support/policies/pack-folder.ts';

const ruleText = (changes: Readonly<Record<string, string>> = {}): string => {
  const lines: Record<string, string> = {
    kind: 'Rule',
    id: 'ACME-REL-001',
    title: 'Old host',
    severity: 'high',
    platforms: '[uipath]',
    on: 'activity',
    where: 'node.host in params.hosts',
    message: "'{node.name} calls {node.host}.'",
    why: 'It goes away.',
    fix: 'Call the new one.',
    params: '{ hosts: { type: texts, default: [old.example], stricter: longer } }',
    tests: `
  invalid: [{ snippet: { uipath: '<ui:HttpClient EndPoint="http://old.example/" />' } }]
  valid: [{ snippet: { uipath: '<ui:HttpClient EndPoint="http://new.example/" />' } }]`,
    ...changes,
  };
  return Object.entries(lines)
    .filter(([, value]) => value !== '')
    .map(([key, value]) => `${key}: ${value}\n`)
    .join('');
};
const buildRule = (text: string, body = '') =>
  build(`${body}custom: [rules/*.yaml]\n`, { 'rules/a.yaml': text });
const problems = (changes: Readonly<Record<string, string>>) => problemsOf(buildRule(ruleText(changes)));
const engine = createEngine(RULES);

describe('a pack with a custom rule', () => {
  it('has it on, with its text, options and origin', async () => {
    const pack = await buildRule(
      ruleText(),
      'rules: { ACME-REL-001: { severity: critical, params: { hosts: { $add: [b.example] } } } }\n',
    );
    const { policy, origins } = pack.base;
    assert.deepEqual(policy.detection.rules['ACME-REL-001'], { hosts: ['old.example', 'b.example'] });
    assert.equal(policy.detection.custom?.[0]?.where, 'node.host in params.hosts');
    assert.equal(policy.judgement.severities['ACME-REL-001'], 'critical');
    assert.equal(origins['ACME-REL-001']?.severity, 'pack.yaml:7');
  });
  it('has a title of one line', async () => {
    for (const title of ['"Old\\nhost"', '"Old\\e[31m host"', '"Old\\u2028host"'])
      assert.match((await problems({ title }))[0] ?? 'no problem', /one line without control characters/);
  });
  it('can switch it off in an environment', async () => {
    const pack = await buildRule(
      ruleText(),
      'environments: { test: { rules: { ACME-REL-001: off } }, prod: {} }\n',
    );
    assert.equal(pack.environments.test?.policy.detection.custom, undefined);
    assert.equal(pack.environments.prod?.policy.detection.custom?.length, 1);
    assert.equal(pack.environments.prod?.origins['ACME-REL-001']?.on, 'rules/a.yaml:1');
  });
  it('gives it to packs that extend it, which cannot change it', async () => {
    const folder = packFolder({
      'base/pack.yaml': packText('custom: [rules/*.yaml]\n', 'base'),
      'base/rules/a.yaml': ruleText(),
      'own/pack.yaml': packText('extends: [../base]\n', 'own'),
      'other/pack.yaml': packText('extends: [../base]\ncustom: [a.yaml]\n', 'other'),
      'other/a.yaml': ruleText({ severity: 'low' }),
    });
    const pack = await buildPack(`${folder}/own`, BUILD_DEPS);
    assert.equal(pack.base.policy.detection.custom?.[0]?.id, 'ACME-REL-001');
    assert.equal(pack.custom?.length, 1);
    const [problem] = await problemsOf(buildPack(`${folder}/other`, BUILD_DEPS));
    assert.match(problem ?? '', /Two packs have different rules with the id ACME-REL-001/);
  });
  it('is built and opened again, but not with a rule that no test proves', async () => {
    const pack = await buildRule(ruleText());
    const terms = {
      file: 'a.flowpack',
      trust: undefined,
      engineVersion: '1.0.0',
      rules: RULES,
      now: new Date(0),
    };
    assert.deepEqual(openPack(writePack(pack), terms), pack);
    const { custom: _, ...untested } = pack;
    assert.throws(() => openPack(writePack(untested), terms), /the rule ACME-REL-001 has no tests/);
  });
  it('is not opened with a value, pattern or condition that a build would reject', async () => {
    const pack = await buildRule(ruleText());
    const terms = {
      file: 'a.flowpack',
      trust: undefined,
      engineVersion: '1.0.0',
      rules: RULES,
      now: new Date(0),
    };
    const withRules = (rules: Readonly<Record<string, Options>>): Uint8Array => {
      const { detection } = pack.base.policy;
      const policy = {
        ...pack.base.policy,
        detection: { ...detection, rules: { ...detection.rules, ...rules } },
      };
      return writePack({ ...pack, environments: { prod: { ...pack.base, policy } } });
    };
    const withRule = (changes: Partial<CustomRule>): Uint8Array => {
      const [{ rule, tests }] = pack.custom as readonly [TestedCustomRule];
      const changed = { ...rule, ...changes };
      const { policy } = pack.base;
      const detection = { ...policy.detection, custom: [changed] };
      const base = { ...pack.base, policy: { ...policy, detection } };
      return writePack({ ...pack, custom: [{ rule: changed, tests }], base });
    };
    const pattern = { default: '(?=a)', about: 'A pattern.', stricter: 'equal', isPattern: true } as const;
    for (const [bytes, problem] of [
      [
        withRules({ 'UIP-MNT-001': { max: 'ten' } }),
        /In "prod", the option "max" of UIP-MNT-001 must be a number/,
      ],
      [
        withRules({ 'PAF-NMG-002': { flow: '(?=a)' } }),
        /the option "flow" of PAF-NMG-002 is wrong: .*no RE2 pattern/,
      ],
      [
        withRules({ 'ACME-REL-001': { hosts: 1 } }),
        /the option "hosts" of ACME-REL-001 must be a list of texts/,
      ],
      [withRule({ where: 'node.name.matches("(?=a)")' }), /"where" of ACME-REL-001: .*no RE2 pattern/],
      [
        withRule({ params: { hosts: pattern } }),
        /The parameter "hosts" of ACME-REL-001 is wrong: .*no RE2 pattern/,
      ],
    ] as const)
      for (const load of ['first', 'second']) assert.throws(() => openPack(bytes, terms), problem, load);
  });
  it('is rejected with its place when a pattern is too large, or all of them are', async () => {
    const large = { where: "node.name.matches('(?:[a-z]{3}){1000}')" };
    const [atOnce] = await problems(large);
    assert.match(atOnce ?? '', /^7: "where": .*compiles to more than 2000 instructions/);
    const terms = {
      file: 'a.flowpack',
      trust: undefined,
      engineVersion: '1.0.0',
      rules: RULES,
      now: new Date(0),
    };
    const text = JSON.stringify(await buildRule(ruleText())).replaceAll(
      'node.host in params.hosts',
      large.where,
    );
    assert.throws(
      () => openPack(writePack(JSON.parse(text)), terms),
      /rules\/a\.yaml:1: "where" of ACME-REL-001: The pattern compiles to more than 2000 instructions/,
    );
    const rules = Array.from({ length: 60 }, (_, i) =>
      ruleText({
        id: `ACME-REL-${100 + i}`,
        where: `node.name.matches('x${i}[a-z]{1,450}')`,
        params: '',
        tests: `
  invalid: [{ snippet: { uipath: '<ui:HttpClient DisplayName="x${i}a" />' } }]
  valid: [{ snippet: { uipath: '<ui:HttpClient DisplayName="b" />' } }]`,
      }),
    );
    const [together] = await problemsOf(buildRule(rules.join('---\n')));
    assert.match(
      together ?? '',
      /^\d+: The patterns of the pack compile to 5\d,\d{3} instructions; the limit is 50,000/,
    );
  });
  it('is looser without the rule, or with another condition', async () => {
    const { policy } = (await buildRule(ruleText())).base;
    const changed = (await buildRule(ruleText({ where: 'node.host == "x"' }))).base.policy;
    const without = (await build('rules: { UIP-MNT-001: on }\n')).base.policy;
    assert.equal(looserPolicy(policy, policy, RULES), undefined);
    for (const other of [changed, without])
      assert.match(
        looserPolicy(other, policy, RULES) ?? '',
        /ACME-REL-001 must be on, with the same condition/,
      );
    const milder = {
      ...policy,
      judgement: { ...policy.judgement, severities: { 'ACME-REL-001': 'low' } },
    } as const;
    assert.match(looserPolicy(milder, policy, RULES) ?? '', /severity of ACME-REL-001 must be high/);
  });
});

describe('a document of a custom rule', () => {
  it('is rejected with its line', async () => {
    assert.deepEqual(await problems({ where: 'node.nam == "x"' }), ['7: "where": No such key: nam.']);
    assert.match((await problems({ where: 'node.name.matches("(?=a)")' }))[0]!, /^7: .*no RE2 pattern/);
    assert.match(
      (await problems({ message: `'{node.lit("Key")}'` }))[0]!,
      /^8: "message": .*may show a secret/,
    );
    assert.match((await problems({ id: 'UIP-REL-900' }))[0]!, /^2: .*prefix of your own/);
    assert.match((await problems({ severty: 'low' }))[0]!, /no key "severty"\. Did you mean "severity"\?/);
    assert.match((await problems({ on: 'activty' }))[0]!, /Did you mean "activity"\?/);
    assert.match(
      (await problems({ params: '{ hosts: { type: texts, default: x } }' }))[0]!,
      /^11: .*default must be a list of texts/,
    );
    assert.match(
      (
        await problems({ params: '{ hosts: { type: pattern, default: "(" } }', where: 'node.name != ""' })
      )[0]!,
      /no RE2 pattern/,
    );
  });
  it('needs a test with and one without the problem for each platform', async () => {
    const missing = await problems({ platforms: '[uipath, blue-prism]' });
    assert.match(missing.join('\n'), /"tests\.invalid" has no test for blue-prism/);
    assert.match(missing.join('\n'), /"tests\.valid" has no test for blue-prism/);
    const one = `{ snippet: { uipath: '<Sequence />' } }`;
    const repeated = await problems({ tests: `{ invalid: [${one}], valid: [${one}, ${one}] }` });
    assert.match(repeated.join('\n'), /The test repeats number 1/);
  });
  it('has an id of its own in the pack', async () => {
    const [problem] = await problemsOf(buildRule(`${ruleText()}---\n${ruleText()}`));
    assert.match(problem ?? '', /The rule ACME-REL-001 stands in rules\/a\.yaml:1 already/);
  });
  it('must be there', async () => {
    assert.match(
      (await problemsOf(build('custom: [none/*.yaml]\n')))[0]!,
      /"none\/\*\.yaml" matches no file/,
    );
  });
});

describe('the tests of a custom rule', () => {
  const failures = async (changes: Readonly<Record<string, string>>) => {
    const pack = await buildRule(ruleText(changes));
    const failed = await failedRuleTests(pack.custom ?? [], async (task) => engine.validate(task));
    return failed.map(({ message }) => message);
  };
  it('pass', async () => assert.deepEqual(await failures({}), []));
  it('fail with what was found instead', async () => {
    assert.deepEqual(await failures({ where: 'node.host == "other.example"' }), [
      'ACME-REL-001, invalid test 1: it has 0 findings, and must have 1.',
    ]);
    const all = await failures({ where: 'node.role == "http" || node.host in params.hosts' });
    assert.deepEqual(all, ['ACME-REL-001, valid test 1: it has 1 findings, and must have 0.']);
  });
  it('fail when the condition takes too many steps', async () => {
    const where =
      'params.hosts.all(a, params.hosts.all(b, params.hosts.all(c, params.hosts.all(d, a != b || c != "" || d != ""))))';
    const hosts = Array.from({ length: 50 }, (_, index) => `h${index}`).join(', ');
    const [message] = await failures({
      where,
      params: `{ hosts: { type: texts, default: [${hosts}], stricter: longer } }`,
    });
    assert.match(message ?? '', /more steps than a custom rule may take/);
  });
});
