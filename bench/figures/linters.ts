/**
 * Rules times megabytes a second, against linters of other workflow formats, each on its own format.
 * Formats and rules differ: the figure is an order of magnitude for users of such linters, not the cost of one rule.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { EVERY_RULE, fullEngine, validateFile } from '../engine.ts';
import type { Bar, Figure, Skipped } from '../figure.ts';
import { syntheticBpmn, syntheticOpenApi, syntheticSalesforceFlow } from '../inputs/peer-documents.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { paired, pairedFigure, spread, type Turn } from '../measure.ts';
import { importPeer, installPeers } from '../peers.ts';

/** Another linter on a document of its own format. */
interface Linter {
  readonly name: string;
  readonly bytes: number;
  readonly rules: number;
  readonly bar: Bar;
  lint(): Promise<unknown>;
}

async function bpmnlint(): Promise<Linter> {
  const text = syntheticBpmn(900);
  const { default: lint } = await importPeer<{
    default: { Linter: new (options: object) => { lint(root: object): Promise<object> } };
  }>('bpmnlint');
  const { default: NodeResolver } = await importPeer<{ default: new (options: object) => object }>(
    'bpmnlint/lib/resolver/node-resolver',
  );
  const { BpmnModdle } = await importPeer<{
    BpmnModdle: new () => { fromXML(text: string): Promise<{ rootElement: object }> };
  }>('bpmn-moddle');
  const peerRequire = createRequire(join(import.meta.dirname, '../package.json'));
  const recommended = peerRequire('bpmnlint/config/recommended') as { rules: Record<string, string> };
  const linter = new lint.Linter({
    config: { extends: 'bpmnlint:recommended' },
    resolver: new NodeResolver({ require: peerRequire }),
  });
  return {
    name: 'bpmnlint (recommended)',
    bytes: Buffer.byteLength(text),
    rules: Object.values(recommended.rules).filter((level) => level !== 'off').length,
    bar: { atLeast: 20, stretch: 100 },
    lint: async () => linter.lint((await new BpmnModdle().fromXML(text)).rootElement),
  };
}

async function spectral(): Promise<Linter> {
  const text = syntheticOpenApi(400);
  const { default: core } = await importPeer<{
    default: {
      Spectral: new () => {
        setRuleset(rules: object): void;
        run(document: object): Promise<object>;
        ruleset: { rules: Record<string, { enabled: boolean }> };
      };
      Document: new (text: string, parser: object) => object;
    };
  }>('@stoplight/spectral-core');
  const { default: parsers } = await importPeer<{ default: { Json: object } }>('@stoplight/spectral-parsers');
  const { oas } = await importPeer<{ oas: object }>('@stoplight/spectral-rulesets');
  const linter = new core.Spectral();
  linter.setRuleset({ extends: [oas] });
  return {
    name: 'spectral (oas)',
    bytes: Buffer.byteLength(text),
    rules: Object.values(linter.ruleset.rules).filter(({ enabled }) => enabled).length,
    bar: { atLeast: 50, stretch: 100 },
    lint: () => linter.run(new core.Document(text, parsers.Json)),
  };
}

async function flowScanner(): Promise<Linter> {
  const text = syntheticSalesforceFlow(200);
  const { default: scanner } = await importPeer<{
    default: {
      ParsedFlow: new (name: string, flow: object) => object;
      Flow: new (name: string, data: object) => object;
      scan(flows: object[]): object;
      getRules(): object[];
    };
  }>('@flow-scanner/lightning-flow-scanner-core');
  const peerRequire = createRequire(peerPath('@flow-scanner/lightning-flow-scanner-core'));
  const { XMLParser } = peerRequire('fast-xml-parser') as {
    XMLParser: new (options: object) => { parse(text: string): { Flow: object } };
  };
  const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@_', parseTagValue: false });
  return {
    name: 'flow scanner',
    bytes: Buffer.byteLength(text),
    rules: scanner.getRules().length,
    bar: { atLeast: 20, stretch: 100 },
    lint: async () =>
      scanner.scan([new scanner.ParsedFlow('a', new scanner.Flow('a', parser.parse(text).Flow))]),
  };
}

function peerPath(specifier: string): string {
  return createRequire(join(import.meta.dirname, '../package.json')).resolve(specifier);
}

/** Scales the turns to one rule over one megabyte. */
function perRuleAndMegabyte(turns: readonly Turn[], rules: number, bytes: number): Turn[] {
  const work = (rules * bytes) / 1e6;
  return turns.map(({ cpuMs, wallMs }) => ({ cpuMs: cpuMs / work, wallMs: wallMs / work }));
}

async function against(linter: Linter): Promise<Figure> {
  const engine = fullEngine();
  const file = { name: 'Synthetic.xaml', bytes: syntheticXaml(linter.bytes) };
  const rules = EVERY_RULE.filter(({ platforms }) => platforms.includes('uipath')).length;
  const pairs = await paired(
    { own: () => validateFile(engine, file), peer: () => linter.lint() },
    { rounds: 5, turnMs: 300, warmUpRounds: 6 },
  );
  const own = perRuleAndMegabyte(pairs.own, rules, file.bytes.length);
  const peer = perRuleAndMegabyte(pairs.peer, linter.rules, linter.bytes);
  return pairedFigure(
    { own, peer },
    {
      name: `rule·MB/s / ${linter.name}`,
      unit: 'rule·MB/s',
      inUnit: (ms) => 1000 / ms,
      against: `times as many rules over as many megabytes as ${linter.name} on its own format`,
      ratio: 'peer/own',
      bar: linter.bar,
      facts: {
        rules,
        peerRules: linter.rules,
        kilobytes: linter.bytes / 1000,
        peerRuleMegabytesPerSecond: 1000 / spread(peer.map(({ wallMs }) => wallMs)).median,
      },
    },
  );
}

/** Measures the other linters. */
export async function* linters(): AsyncGenerator<Figure | Skipped> {
  const missing = installPeers();
  if (missing !== null) {
    yield { name: 'rule·MB/s / other linters', skipped: missing };
    return;
  }
  for (const open of [bpmnlint, spectral, flowScanner]) yield await against(await open());
}
