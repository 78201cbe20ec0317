/** Policy packs: what they cost a validation, and how long it takes to load, prepare and evaluate them. */
import type { KeyObject } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileExpression, FRAME_SLOTS } from '../../src/analysis/custom-rules/compile-expression.ts';
import { parseExpression } from '../../src/analysis/custom-rules/expression.ts';
import type { EvaluationFrame } from '../../src/analysis/custom-rules/member.ts';
import type { PackedPolicy } from '../../src/analysis/engine/policies/task-policy.ts';
import { PLATFORM_NAMES, type Platform } from '../../src/analysis/model/platform.ts';
import { BUILTIN_GATE, type CustomRule, type EffectivePolicy } from '../../src/analysis/model/policy.ts';
import type { Activity } from '../../src/analysis/model/workflow.ts';
import { openFile } from '../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../src/analysis/platforms/read-workflows.ts';
import { type BuiltPack, packEffective, type TestedCustomRule } from '../../src/policy/built/built-pack.ts';
import { openPack } from '../../src/policy/built/open-pack.ts';
import { newSigningKey, signPack, writePack } from '../../src/policy/built/sign-pack.ts';
import { keyIdOf } from '../../src/policy/built/trust.ts';
import { builtinPolicy } from '../../src/policy/compare/looser-policy.ts';
import { EVERY_RULE, fullEngine } from '../engine.ts';
import type { Figure, Skipped } from '../figure.ts';
import { CORPUS_ABSENT, type CorpusFile, corpusOf } from '../inputs/corpus.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { paired, pairedFigure, spread } from '../measure.ts';

const engine = fullEngine();
const RECOMMENDED = builtinPolicy('default', EVERY_RULE);

/** Conditions of the kinds that organisations write; `N` becomes a number. */
const CONDITIONS = [
  'node.role in ["http", "ui", "database"] && node.host in params.hosts && !node.ancestors.exists(a, a.name == "Gateway")',
  'node.role == "email" && node.lit("To").endsWith("@partnerN.example")',
  'node.type == "InvokeCode" && node.depth > N',
  'lower(node.name).contains("legacyN") || node.prop("Url").contains("legacyN.example")',
  'node.role == "loop" && node.children.size() > 1N',
];

function customRule(number: number): CustomRule {
  return {
    id: `BENCH-REL-${String(number).padStart(3, '0')}`,
    title: 'Rule of a benchmark',
    severity: 'low',
    category: 'reliability',
    kind: 'issue',
    platforms: PLATFORM_NAMES,
    why: 'It is measured.',
    fix: 'None.',
    on: 'activity',
    where: CONDITIONS[number % CONDITIONS.length]!.replaceAll('N', String(number)),
    message: '"{node.name}" is one.',
    params: { hosts: { default: [`erp${number}.example`], about: 'Hosts.', stricter: 'longer' } },
  };
}

function packed(custom: readonly CustomRule[], name: string, max = 300): PackedPolicy {
  const own = Object.fromEntries(custom.map(({ id }) => [id, {}]));
  const policy: EffectivePolicy = {
    name,
    detection: {
      rules: { ...RECOMMENDED.detection.rules, 'UIP-MNT-001': { max }, ...own },
      ...(custom.length === 0 ? {} : { custom }),
    },
    judgement: {
      severities: { 'UIP-MNT-001': 'low', 'XPL-SEC-004': 'critical' },
      overrides: [{ path: 'Framework/*', rules: { 'UIP-MNT-001': 'off' } }],
      tags: { 'UIP-MNT-001': ['SOX-ITGC:APD'] },
      gate: BUILTIN_GATE,
    },
  };
  return packEffective(policy);
}

interface PlacedFile extends CorpusFile {
  readonly platform: Platform;
}

function validateAll(files: readonly PlacedFile[], ruleset: PackedPolicy | 'default'): void {
  for (const { bytes, name, platform } of files)
    engine.validate({ bytes, filename: name, path: name, platform, ruleset, findingsMax: 10_000 });
}

const LONG = { turnMs: 300, warmUpRounds: 10, rounds: 15 };

async function* overCorpus(files: readonly PlacedFile[]): AsyncGenerator<Figure> {
  const plain = packed([], 'plain');
  yield pairedFigure(
    await paired({ own: () => validateAll(files, plain), peer: () => validateAll(files, 'default') }, LONG),
    {
      name: 'validate with a pack / without',
      unit: 'ms',
      against: 'of the processor time with the ruleset that the pack extends',
      ratio: 'own/peer',
      bar: { atMost: 1.05, stretch: 1.01 },
      facts: { files: files.length },
    },
  );
  const custom = packed(
    Array.from({ length: 100 }, (_, index) => customRule(index)),
    'custom',
  );
  yield pairedFigure(
    await paired({ own: () => validateAll(files, custom), peer: () => validateAll(files, plain) }, LONG),
    {
      name: 'validate with 100 custom rules / none',
      unit: 'ms',
      against: 'of the processor time with the same pack without them',
      ratio: 'own/peer',
      bar: { atMost: 1.25, stretch: 1.1 },
      facts: { files: files.length },
    },
  );
}

/** Returns a figure of times against a limit in milliseconds. */
function against(name: string, times: readonly number[], limitMs: number, facts: Figure['facts']): Figure {
  const { median, min, max } = spread(times);
  return {
    name,
    unit: 'ms',
    median,
    min,
    max,
    against: `of ${limitMs} ms`,
    ratio: median / limitMs,
    bar: { atMost: 1, stretch: 0.5 },
    n: times.length,
    ...(facts === undefined ? {} : { facts }),
  };
}

function timesOf(count: number, warmUp: number, work: (round: number) => void): readonly number[] {
  const times: number[] = [];
  for (let round = -warmUp; round < count; round += 1) {
    const start = performance.now();
    work(round);
    if (round >= 0) times.push(performance.now() - start);
  }
  return times;
}

function preparing(files: readonly PlacedFile[]): readonly Figure[] {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const validate = (max: number): void => validateAll(files, packed([], `pack-${max}`, max));
  const known = timesOf(30, 30, () => validateAll(files, 'default'));
  const times = timesOf(30, 10, (round) => validate(1_000 + round));
  const cost = times.map((time) => time - spread(known).median);
  collect();
  const before = process.memoryUsage().heapUsed;
  // More than the 64 that a thread remembers would replace those that are there.
  for (let index = 0; index < 20; index += 1) validate(2_000 + index);
  collect();
  const bytes = (process.memoryUsage().heapUsed - before) / 20;
  const size = {
    ...against('memory of a prepared pack', [bytes / 1e6], 1, {}),
    unit: 'MB',
    against: 'of 1 MB',
  };
  return [against('prepare a pack', cost, 15, { platforms: files.length }), size];
}

/** Returns the file of a pack of 400 rules; each number has other conditions, so that none is known before. */
function packOf400(number: number, key: KeyObject): Uint8Array {
  const own = 400 - Object.keys(RECOMMENDED.detection.rules).length;
  const custom = Array.from({ length: own }, (_, index) => ({
    ...customRule(index),
    where: customRule(index).where.replaceAll('example', `example${number}`),
  }));
  const tested = custom.map(
    (rule): TestedCustomRule => ({
      rule,
      tests: {
        invalid: [{ snippet: { uipath: '<ui:LogMessage Message="x" />' } }],
        valid: [{ snippet: { uipath: '<Sequence />' } }],
      },
    }),
  );
  const rules = {
    ...RECOMMENDED.detection.rules,
    ...Object.fromEntries(custom.map(({ id }) => [id, {}])),
  };
  const policy = { ...RECOMMENDED, name: 'bench@1.0.0', detection: { rules, custom } };
  const pack: BuiltPack = {
    apiVersion: 'flowarden/v1',
    kind: 'BuiltPolicyPack',
    metadata: { name: 'bench', version: '1.0.0', revision: 1, owner: null, engine: null },
    parents: [],
    custom: tested,
    base: { mode: 'blocking', choice: null, policy, origins: {} },
    environments: {},
  };
  return signPack(writePack(pack), 'bench', key);
}

function* loading(): Generator<Figure> {
  const { privateKey, publicKey } = newSigningKey();
  const id = keyIdOf(publicKey);
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  const [rounds, warmUp] = [40, 10];
  const packs = Array.from({ length: rounds + warmUp }, (_, number) => packOf400(number, privateKey));
  const keys = [{ id, publicKey: pem, packs: ['*'], notAfter: null }];
  const trust = { requireSignature: true, threshold: 1, keys };
  const terms = { file: 'bench', trust, engineVersion: '1.0.0', rules: EVERY_RULE, now: new Date() };
  const load = (bytes: Uint8Array): void => {
    packEffective(openPack(bytes, terms).base.policy);
  };
  const facts = { kilobytes: packs[0]!.byteLength / 1_000 };
  const first = timesOf(rounds, warmUp, (round) => load(packs[round + warmUp]!));
  yield against('verify and load 400 rules', first, 20, facts);
  const again = timesOf(rounds, warmUp, () => load(packs.at(-1)!));
  yield against('verify and load 400 rules again', again, 20, facts);
}

async function evaluating(): Promise<Figure> {
  const bytes = syntheticXaml(1_000_000);
  const file = openFile('Main.xaml', bytes);
  const [workflow] = readWorkflows(file).workflows;
  const { activities } = workflow!;
  const rule = { on: 'activity', params: {} } as const;
  const text = 'node.role == "http" || node.name == "Gateway"';
  const evaluate = compileExpression(rule, parseExpression(rule, text, ['bool']));
  const frame: EvaluationFrame = { workflow: workflow!, params: {}, fuel: { left: 0 }, slots: [] };
  const closure = ({ role, name }: Activity): boolean => role === 'http' || name === 'Gateway';
  const count = (holds: (activity: Activity) => boolean): number => {
    let found = 0;
    for (const activity of activities) if (holds(activity)) found += 1;
    return found;
  };
  const own = (activity: Activity): boolean => {
    frame.slots[FRAME_SLOTS.subject] = activity;
    frame.fuel.left = 10_000;
    return evaluate(frame) === true;
  };
  if (count(own) !== count(closure)) throw new Error('the condition and the closure differ');
  return pairedFigure(await paired({ own: () => count(own), peer: () => count(closure) }, { rounds: 25 }), {
    name: 'condition with two tests / closure',
    unit: 'ns',
    inUnit: (ms) => (ms * 1e6) / activities.length,
    against: 'times the processor time of the same as a plain closure',
    ratio: 'own/peer',
    bar: { atMost: 10, stretch: 5 },
    facts: { activities: activities.length },
  });
}

/** Measures policy packs. */
export async function* policy(): AsyncGenerator<Figure | Skipped> {
  yield* loading();
  yield await evaluating();
  if (CORPUS_ABSENT !== null) {
    yield { name: 'validate with a pack', skipped: CORPUS_ABSENT };
    return;
  }
  const files = PLATFORM_NAMES.flatMap((platform) =>
    corpusOf(platform).map((file): PlacedFile => ({ ...file, platform })),
  );
  const one = PLATFORM_NAMES.map((platform) => files.find((file) => file.platform === platform)!);
  yield* preparing(one);
  yield* overCorpus(files);
}
