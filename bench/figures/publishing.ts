/** Publication of a pack with the most custom rules: its time, the memory of the core, and a neighbour's validations meanwhile. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { POLICY_LIMITS } from '../../src/policy/limits.ts';
import type { Figure } from '../figure.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { spread } from '../measure.ts';
import { keyOfNeighbour } from '../neighbour.ts';
import { PROGRAM, startService } from '../service.ts';
import { temporaryFolder } from '../temporary.ts';

const CALLS = 30;
const PUBLICATIONS = 6;
const PUBLISH_MS = 2_000;
const MEMORY_MIB = 100;
const FILE_BYTES = 20_000;

const ruleText = (number: number): string => `kind: Rule
id: BENCH-REL-${String(number).padStart(3, '0')}
title: Names of a system that goes away
severity: low
category: reliability
platforms: [uipath]
on: activity
where: node.name.matches("^Legacy${number}[a-z]{1,20}$")
message: '"{node.name}" uses the old system.'
why: The old system is switched off in spring.
fix: Call the new one.
tests:
  invalid:
    - snippet: { uipath: '<Delay DisplayName="Legacy${number}orders" />' }
  valid:
    - snippet: { uipath: '<Delay DisplayName="Orders" />' }
`;

/** Builds a pack with as many custom rules as a pack may have, and returns its file. */
function largestPack(folder: string): Buffer {
  const pack = join(folder, 'pack');
  mkdirSync(join(pack, 'rules'), { recursive: true });
  writeFileSync(
    join(pack, 'pack.yaml'),
    `apiVersion: flowarden/v1\nkind: PolicyPack\nmetadata: { name: largest, version: 1.0.0, revision: 1 }\nextends: [builtin/recommended]\ncustom: [rules/*.yaml]\n`,
  );
  for (let number = 0; number < POLICY_LIMITS.customRulesMax; number += 1)
    writeFileSync(join(pack, 'rules', `${number}.yaml`), ruleText(number));
  const file = join(folder, 'largest.flowpack');
  const { status, stderr } = spawnSync(process.execPath, [PROGRAM, 'policy', 'build', pack, '-o', file], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`No pack was built: ${stderr}`);
  return readFileSync(file);
}

function formOf(name: string, bytes: Buffer, fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  form.set('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}

async function timesOf(call: () => Promise<Response>, count: number): Promise<readonly number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const begun = performance.now();
    const answer = await call();
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${answer.status} ${text.slice(0, 300)}`);
    times.push(performance.now() - begun);
  }
  return times;
}

/** Measures publications that store nothing, and a small validation of another organisation alone and beside them. */
export async function* publishing(): AsyncGenerator<Figure> {
  using folder = temporaryFolder();
  const bundle = largestPack(folder.path);
  const service = await startService(join(folder.path, 'data'));
  const neighbour = keyOfNeighbour(join(folder.path, 'data'));
  const publish = () =>
    service.fetch('/api/v1/policy-packs', {
      method: 'POST',
      body: formOf('largest.flowpack', bundle, { dry_run: 'true' }),
    });
  let made = 0;
  const validate = () => {
    const content = Buffer.concat([syntheticXaml(FILE_BYTES), Buffer.from(`<!-- ${(made += 1)} -->`)]);
    const body = formOf('Main.xaml', content, { platform: 'uipath' });
    return fetch(`${service.url}/api/v1/validate`, { method: 'POST', body, headers: neighbour });
  };
  await timesOf(validate, CALLS);
  const alone = spread(await timesOf(validate, CALLS));
  service.forgetPeaks();
  const before = service.residentMiB('core');
  const published = spread(await timesOf(publish, PUBLICATIONS));
  const facts = { packBytes: bundle.byteLength, rules: POLICY_LIMITS.customRulesMax };
  yield {
    name: 'publish a pack with the most rules',
    unit: 'ms',
    against: `of ${PUBLISH_MS} ms`,
    ...published,
    ratio: published.median / PUBLISH_MS,
    bar: { atMost: 1, stretch: 0.5 },
    n: PUBLICATIONS,
    facts,
  };
  const grown = Math.max(0, service.peakMiB('core') - before);
  yield {
    name: 'memory of the core beside publications',
    unit: 'MiB',
    against: `of ${MEMORY_MIB} MiB`,
    median: grown,
    min: grown,
    max: grown,
    ratio: grown / MEMORY_MIB,
    bar: { atMost: 1, stretch: 0.5 },
    n: 1,
    facts,
  };
  let isOver = false;
  const publisher = (async () => {
    while (!isOver) await timesOf(publish, 1);
  })();
  const beside = spread(await timesOf(validate, CALLS));
  isOver = true;
  await publisher;
  yield {
    name: 'small validation beside publications',
    unit: 'ms',
    against: 'of its median alone, by the clock',
    ...beside,
    ratio: beside.median / alone.median,
    bar: { atMost: 3, stretch: 2 },
    n: CALLS,
    facts: { aloneMs: alone.median },
  };
  await service.stop();
}
