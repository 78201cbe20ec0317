/** Text, steps and nesting around a secret or a critical problem must not turn a blocked file into a passed one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../src/engine/validate.ts';
import type { Platform } from '../src/model/platform.ts';
import { gate } from '../src/model/report.ts';
import { bluePrism } from '../src/platforms/blue-prism/index.ts';
import { powerAutomate } from '../src/platforms/power-automate/index.ts';
import { uipath } from '../src/platforms/uipath/index.ts';
import { RULES } from '../src/rules/index.ts';
import { codeTokens } from '../src/rules/patterns/code-tokens.ts';
import { within } from '../src/rules/patterns/work-limit.ts';

const engine = createEngine(RULES);
// Put together at run time, so that nobody's scanner takes this file for a leak.
const LIVE_KEY = ['sk', 'live', 'b7Qm2Zx9Kd4Tn6Vr8Ws3'].join('_');
const xml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const times = (count: number, make: (i: number) => string, between = ''): string =>
  Array.from({ length: count }, (_, i) => make(i)).join(between);

/** How a platform writes a step that holds a text, and steps inside other steps. */
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

/** What stands around the step with the secret, or in its text. */
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
const SECRETS: readonly [string, string][] = [
  ['a live key', LIVE_KEY],
  ['a connection string', 'Server=db1;User Id=app;Password=Nordwind-71;'],
  ['a password in an address', 'https://bot:Nordwind-71@example.org/'],
];

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
    assert.throws(() => codeTokens('a '.repeat(1_000_010), 'visualbasic'), RangeError);
  });
});

describe('a rule that compares everything with everything', () => {
  it('fails where there is more than it compares', () => {
    assert.deepEqual(within([1, 2], 2), [1, 2]);
    assert.throws(() => within([1, 2, 3], 2), /3 items to compare; the limit is 2/);
  });
});
