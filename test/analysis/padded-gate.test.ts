/** The gate: text, steps and nesting around a secret or a critical problem must not turn a blocked file into a passed one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { gate } from '../../src/analysis/model/gate.ts';
import type { Platform } from '../../src/analysis/model/platform.ts';
import type { Expression } from '../../src/analysis/model/workflow.ts';
import { isSqlStatement } from '../../src/analysis/patterns/code/sql.ts';
import { dataInCommand } from '../../src/analysis/patterns/code/started-command.ts';
import { resolveAlias } from '../../src/analysis/patterns/power-automate/flow-alias.ts';
import { scriptTokens } from '../../src/analysis/patterns/scripts/script-tokens.ts';
import { passwordInConnectionString } from '../../src/analysis/patterns/secrets/connection-string.ts';
import { hiddenPayload } from '../../src/analysis/patterns/secrets/encoded-payload.ts';
import { privateKeyIn } from '../../src/analysis/patterns/secrets/private-key.ts';
import { knownSecretsIn } from '../../src/analysis/patterns/secrets/secret-formats.ts';
import { stepLimit, within } from '../../src/analysis/patterns/work-limit.ts';
import { readDependencies } from '../../src/analysis/platforms/automation-anywhere/dependencies.ts';
import { bluePrism } from '../../src/analysis/platforms/blue-prism/index.ts';
import { parse } from '../../src/analysis/platforms/dot-net/tree/tree.ts';
import { openFile } from '../../src/analysis/platforms/input-file.ts';
import { READ_LIMITS } from '../../src/analysis/platforms/limits.ts';
import { powerAutomate } from '../../src/analysis/platforms/power-automate/index.ts';
import { readSolutionParts } from '../../src/analysis/platforms/power-automate/solution-parts.ts';
import { uipath } from '../../src/analysis/platforms/uipath/index.ts';
import { readProjectFile } from '../../src/analysis/platforms/uipath/project.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { AppError } from '../../src/errors.ts';
import { someOf } from '../support/ring.ts';

const engine = createEngine(RULES);
// Put together at run time, so that no scanner takes this file for a leak.
const LIVE_KEY = ['sk', 'live', 'b7Qm2Zx9Kd4Tn6Vr8Ws3'].join('_');
const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const times = (count: number, make: (i: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(between);

/** Writers of a platform for a step that holds a text, and for steps inside other steps. */
interface Carrier {
  step(name: string, text: string): string;
  readonly between: string;
  nest(steps: string, depth: number): string;
  file(steps: string): string;
}

const command = (attribute: string, name: string, text: string): string =>
  `{"uid":"${name}","commandName":"assign","packageName":"String","attributes":[{"name":"${attribute}","value":{"type":"STRING","string":${JSON.stringify(text)}}}]}`;
const CARRIERS: Readonly<Record<Platform, Carrier>> = {
  uipath: {
    step: (name, text) => `<ui:HttpClient DisplayName="${name}" Body="${xml(text)}" />`,
    between: '',
    nest: (steps, depth) => '<Sequence>'.repeat(depth) + steps + '</Sequence>'.repeat(depth),
    file: (steps) => uipath.snippet(steps),
  },
  'power-automate': {
    step: (name, text) => `"${name}": {"type": "Compose", "inputs": ${JSON.stringify(text)}, "runAfter": {}}`,
    between: ',',
    nest: (steps, depth) =>
      times(depth, (i) => `"scope${i}": {"type": "Scope", "runAfter": {}, "actions": {`) +
      steps +
      '}}'.repeat(depth),
    file: (steps) => powerAutomate.snippet(steps),
  },
  'automation-anywhere': {
    step: (name, text) => command('sourceString', name, text),
    between: ',',
    nest: (steps, depth) =>
      times(
        depth,
        (i) => `{"uid":"s${i}","commandName":"step","packageName":"Step","attributes":[],"children":[`,
      ) +
      steps +
      ']}'.repeat(depth),
    file: (steps) =>
      `{"nodes":[${command('sourceString', 'first', 'first')},${steps}],"variables":[],"packages":[],"triggers":[],"properties":{"botCodeVersion":"2"}}`,
  },
  'blue-prism': {
    step: (name, text) =>
      `<stage stageid="${name}" name="${name}" type="Data"><datatype>text</datatype><initialvalue>${xml(text)}</initialvalue></stage>`,
    between: '',
    nest: (steps) => steps,
    file: (steps) => bluePrism.snippet(steps),
  },
};

/** Texts that cost the rules about secrets the most. */
const COSTLY = [
  'password="x{0}"; ',
  ';password=x{0}',
  'NetworkCredential(a + ',
  '://a:b@c ',
  '-----BEGIN PRIVATE KEY-----',
  'eyJhbGciOi-',
  "'password': '",
];
const costly = (i: number, length: number): string => {
  const text = COSTLY[i % COSTLY.length]!;
  return text.repeat(Math.ceil(length / text.length));
};

/** Padding around the step with the secret, or in its text. */
const PADDINGS: readonly [string, (carrier: Carrier, secret: string) => string][] = [
  [
    'behind 40 costly texts of 9 kB',
    ({ step, between }, secret) =>
      times(40, (i) => step(`d${i}`, costly(i, 9_000)), between) + between + step('target', secret),
  ],
  [
    'behind 20 costly texts of 20 kB',
    ({ step, between }, secret) =>
      times(20, (i) => step(`d${i}`, costly(i, 20_000)), between) + between + step('target', secret),
  ],
  [
    'behind 5,000 steps',
    ({ step, between }, secret) =>
      times(5_000, (i) => step(`d${i}`, `order ${i}`), between) + between + step('target', secret),
  ],
  ['at a depth of 60', (carrier, secret) => carrier.nest(carrier.step('target', secret), 60)],
  [
    'behind 300 kB in one text',
    ({ step }, secret) => step('target', `${'some words '.repeat(27_000)} ${secret}`),
  ],
  [
    'before 300 kB in one text',
    ({ step }, secret) => step('target', `${secret} ${'some words '.repeat(27_000)}`),
  ],
];
/** The inner ring hides one of them: the rules about secrets share their limits of work. */
const SECRETS: readonly [string, string][] = someOf(
  [
    ['a live key', LIVE_KEY],
    ['a connection string', 'Server=db1;User Id=app;Password=Nordwind-71;'],
    ['a password in an address', 'https://bot:Nordwind-71@example.org/'],
  ],
  1,
);

/** The sentences of what blocks a file. */
function blockingIn(platform: Platform, text: string): string[] {
  const task = { bytes: Buffer.from(text), filename: 'x', platform, ruleset: 'default' } as const;
  const report = engine.validate({ ...task, findingsMax: 10_000 });
  assert.deepEqual(report.ruleErrors, []);
  return gate(report.findings, 'blocking').blocking.map(({ description }) => description);
}

for (const [platform, carrier] of Object.entries(CARRIERS) as [Platform, Carrier][]) {
  describe(`a file of ${platform}`, () => {
    for (const [padding, pad] of PADDINGS)
      for (const [what, secret] of SECRETS)
        it(`is blocked with ${what} ${padding}`, () => {
          const blocking = blockingIn(platform, carrier.file(pad(carrier, secret)));
          const alone = blockingIn(platform, carrier.file(carrier.step('target', secret)));
          for (const sentence of alone) assert.ok(blocking.includes(sentence), sentence);
          assert.ok(alone.length > 0);
        });
  });
}

const SCRIPTS: readonly [string, string][] = [
  [
    'a credential with a long first argument',
    `c = New NetworkCredential(${'a + '.repeat(300)}b, "Nordwind-71")`,
  ],
  ['behind 30 kB of other lines', `${'order = 1\n'.repeat(3_000)} password = "Nordwind-71"`],
];
describe('code', () => {
  for (const [title, code] of SCRIPTS)
    it(`is blocked with a password in it: ${title}`, () => {
      const step = `<ui:InvokeCode DisplayName="target" Language="VBNet" Code="${xml(code).replaceAll('\n', '&#xA;')}" />`;
      assert.ok(blockingIn('uipath', uipath.snippet(step)).length > 0);
    });
  it('is not cut: with more tokens than fit in memory, the rule that reads it fails', () => {
    assert.throws(() => scriptTokens('a '.repeat(1_000_010)), RangeError);
  });
});

describe('a limit of the work of a rule', () => {
  it('fails a rule that has more items to compare', () => {
    assert.deepEqual(within([1, 2], 2), [1, 2]);
    assert.throws(() => within([1, 2, 3], 2), /3 items to compare; the limit is 2/);
  });
  it('fails a rule that takes more steps', () => {
    const spend = stepLimit(10);
    spend(9);
    spend();
    assert.throws(() => spend(), RangeError);
  });
});

const vb = (code: string) => parse(code, 'visual-basic');
const KEY_LINES = 'Zq8Lw3Rt6Yp1Ks9Dv4BnQ7xJ2mH5gT0'.repeat(3);
/** Results that a pattern must have behind any text. */
const FOUND: readonly [title: string, found: unknown, expected: unknown][] = [
  [
    'a variable behind 2,000 other parts of a command',
    dataInCommand(vb(`Process.Start("cmd.exe", "/c " & ${'"a" & '.repeat(2_000)}path)`)),
    'path',
  ],
  [
    'a variable behind 100 other values of a format',
    dataInCommand(vb(`Process.Start("cmd.exe", String.Format("/c {0}"${', 1'.repeat(100)}, path))`)),
    'path',
  ],
  ['a statement behind 5,000 spaces', isSqlStatement(`${' '.repeat(5_000)}SELECT a FROM b`), true],
  ['a statement with 5,000 columns', isSqlStatement(`SELECT ${'a, '.repeat(5_000)} b FROM c`), true],
  [
    'an update with a comment of 5,000 characters',
    isSqlStatement(`UPDATE a ${'-'.repeat(5_000)} SET b`),
    true,
  ],
  [
    'a private key behind 5,000 characters of settings',
    privateKeyIn(
      `-----BEGIN ${'RSA'} PRIVATE KEY-----\n${'Note: a b c\n'.repeat(500)}${KEY_LINES}\n-----END RSA PRIVATE KEY-----`,
    ),
    'private key',
  ],
  [
    'the password of a connection string behind 5,000 characters of settings',
    knownSecretsIn(`Server=db1;${'App=orders;'.repeat(500)}Password=Nordwind-71;`).length,
    1,
  ],
  [
    'the password of a connection string by itself behind 5,000 characters of settings',
    passwordInConnectionString(`Server=db1;${'App=orders;'.repeat(500)}Password=Nordwind-71;`),
    'Nordwind-71',
  ],
  [
    'a million character codes',
    hiddenPayload('chr(65) & '.repeat(1_000_000), 20),
    'a text made of character codes',
  ],
  [
    'a list of a million character codes',
    hiddenPayload(`String.fromCharCode(${'65, '.repeat(1_000_000)}66)`, 20),
    'a text made of character codes',
  ],
  ['fewer character codes than are allowed', hiddenPayload('chr(65) & '.repeat(20), 20), undefined],
  ['one character code more', hiddenPayload('chr(65) & '.repeat(21), 20), 'a text made of character codes'],
  ['fewer listed character codes', hiddenPayload(`fromCharCode(${'65, '.repeat(19)}66)`, 20), undefined],
];
describe('a pattern', () => {
  for (const [title, found, expected] of FOUND)
    it(`reports ${title} as it should`, () => assert.equal(found, expected));
  it('follows twenty aliases', () => {
    const mention = (name: string): Expression => ({ text: name, mentions: [name] }) as unknown as Expression;
    const chain = Array.from({ length: 20 }, (_, i) => [`a${i}`, mention(`a${i + 1}`)] as const);
    assert.equal(resolveAlias(new Map(chain), mention('a0')).text, 'a20');
  });
  it('reads commands in a hundred others', () => {
    assert.equal(dataInCommand(vb(`${'Shell('.repeat(100)}"dir " & path`)), 'path');
  });
});

const compose = (name: string, inputs: string, after: string): string =>
  `"${name}":{"type":"Compose","inputs":"${inputs}","runAfter":${after === '' ? '{}' : `{"${after}":["Succeeded"]}`}}`;
const stage = (id: string, type: string, next: string, more = ''): string =>
  `<stage stageid="${id}" name="${id}" type="${type}">${more}<onsuccess>${next}</onsuccess></stage>`;
const BLOCK_EACH = (count: number): string =>
  times(
    count,
    (i) =>
      `<stage stageid="k${i}" name="Block${i}" type="Block"><display x="${5_000 + i * 20}" y="9000" w="10" h="10"/></stage>`,
  );
/** Files in which a rule has more to do than it can. */
const OVERWORKED: readonly [title: string, ruleId: string, platform: Platform, text: string][] = [
  [
    '700 writes of one variable',
    'PAF-REL-009',
    'power-automate',
    powerAutomate.snippet(
      times(
        700,
        (i) =>
          `"s${i}":{"type":"SetVariable","inputs":{"name":"a","value":"@utcNow()"},"runAfter":${i === 0 ? '{}' : `{"s${i - 1}":["Succeeded"]}`}}`,
        ',',
      ),
    ),
  ],
  [
    '4,000 actions in a row that all read the first',
    'PAF-REL-008',
    'power-automate',
    powerAutomate.snippet(
      `${compose('c0', '1', '')},${times(4_000, (i) => compose(`c${i + 1}`, "@outputs('c0')", `c${i}`), ',')}`,
    ),
  ],
  [
    '1,500 recoveries before one long way',
    'BPR-REL-002',
    'blue-prism',
    bluePrism.snippet(
      stage('first', 'Navigate', 'end') +
        times(1_500, (i) => stage(`r${i}`, 'Recover', 'n0')) +
        times(1_500, (i) => stage(`n${i}`, 'Navigate', `n${i + 1}`)),
    ),
  ],
];
describe('a rule with more to do than it can', () => {
  for (const [title, ruleId, platform, text] of OVERWORKED)
    it(`blocks: ${ruleId} with ${title}`, () => {
      const task = { bytes: Buffer.from(text), filename: 'x', platform, ruleset: 'default' } as const;
      const report = engine.validate({ ...task, findingsMax: 10_000 });
      assert.ok(report.ruleErrors.some((error) => error.ruleId === ruleId));
      const { blocking } = gate(report.findings, 'blocking');
      assert.ok(blocking.some((finding) => finding.ruleId === 'XPL-ENG-002' && finding.subject === ruleId));
    });
});

describe('a process of Blue Prism', () => {
  it('is blocked for a block with a swallowed exception behind 300 other blocks', () => {
    const swallowed = `<stage stageid="k" name="Block1" type="Block"><display x="0" y="0" w="90" h="90"/></stage>
      ${stage('a', 'Navigate', 'b', '<display x="30" y="30" w="1" h="1"/>')}${stage('b', 'Read', 'end', '<display x="200" y="30" w="1" h="1"/>')}
      ${stage('r', 'Recover', 'u', '<display x="60" y="60" w="1" h="1"/>')}${stage('u', 'Resume', 'b', '<display x="200" y="60" w="1" h="1"/>')}`;
    const alone = blockingIn('blue-prism', bluePrism.snippet(swallowed));
    assert.ok(alone.length > 0);
    assert.deepEqual(blockingIn('blue-prism', bluePrism.snippet(BLOCK_EACH(300) + swallowed)), alone);
  });
});

const open = (name: string, content: unknown) =>
  openFile(name, Buffer.from(JSON.stringify(content)), READ_LIMITS);
const isTooLarge = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'structure_limit_exceeded';
describe('the facts of a file for its project', () => {
  const many = Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`p${i}`, '[1.0.0]']));
  const project = (more: object) =>
    open('project.json', { name: 'a', main: 'Main.xaml', dependencies: {}, ...more });
  for (const [what, more] of Object.entries({
    settings: { options: many },
    dependencies: { dependencies: many },
    'entry points': { entryPoints: Object.keys(many).map((filePath) => ({ filePath })) },
  }))
    it(`is rejected with more than 5,000 ${what} of a project of UiPath`, () => {
      assert.throws(() => readProjectFile(project(more)), isTooLarge);
    });
  it('has every dependency of a bot', () => {
    const scannedDependencies = Array.from({ length: 10_001 }, (_, i) => `Bots/${i}`);
    const [part] = readDependencies(open('dependencies.json', { scannedDependencies }));
    assert.equal(part!.references.length, 10_001);
  });
  it('has every value of an environment variable', () => {
    const environmentvariablevalue = Array.from({ length: 10_001 }, (_, i) => ({
      schemaname: `a${i}`,
      value: 'b',
    }));
    const content = { environmentvariablevalues: { environmentvariablevalue } };
    const [part] = readSolutionParts(open('environmentvariablevalues.json', content));
    assert.equal(part!.variables.length, 10_001);
  });

  const bytes = (text: string) => Buffer.from(uipath.snippet(text));
  const validate = (text: string) =>
    engine.validate({
      bytes: bytes(text),
      filename: 'Main.xaml',
      factsPath: 'Main.xaml',
      platform: 'uipath',
      ruleset: 'default',
      findingsMax: 10,
    });
  const call = (path: string) => `<ui:InvokeWorkflowFile WorkflowFileName="${path}" />`;
  it('is rejected with more than 20,000 calls', () => {
    assert.throws(() => validate(times(20_001, () => call('Sub.xaml'))), isTooLarge);
  });
  it('is rejected with a call by a path of more than 1,000 characters', () => {
    assert.throws(() => validate(call(`${'./'.repeat(500)}Sub.xaml`)), isTooLarge);
  });
});
