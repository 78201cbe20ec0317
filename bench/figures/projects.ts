/** Projects: against the same files offline, again without a change, and the memory for a large archive. */
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { PLATFORM_NAMES } from '../../src/analysis/model/platform.ts';
import type { Figure, Skipped } from '../figure.ts';
import { zipOf } from '../inputs/archive.ts';
import { CORPUS_ABSENT, type CorpusFile, corpusOf } from '../inputs/corpus.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { spread } from '../measure.ts';
import { NOT_LINUX } from '../processes.ts';
import { PROGRAM, type Service, startService } from '../service.ts';
import { temporaryFolder } from '../temporary.ts';

const FILES = 1_000;
const ROUNDS = 3;
const PATH = '/api/v1/validate/project';
const LOOK_MS = 100;
const MIB = 1024 * 1024;
/** Change of memory in this time below which a core is idle. */
const CALM_MIB = 1;
const CALM_MS = 1_500;

/** Packs a thousand real files. Each round changes all of them, so that no result is cached. */
function realProject(files: readonly CorpusFile[], round: number): Buffer {
  const blank = Buffer.from(`${' '.repeat(round)}\n`);
  return zipOf(
    Array.from({ length: FILES }, (_, i): readonly [string, Buffer] => {
      const { name, bytes } = files[i % files.length]!;
      return [`${i}/${name}`, Buffer.concat([bytes, blank])];
    }),
  );
}

/** Measures milliseconds from the first byte sent until the project is completed. */
async function throughService(service: Service, archive: Buffer): Promise<number> {
  const begun = performance.now();
  const body = new FormData();
  body.set('file', new Blob([new Uint8Array(archive)]), 'project.zip');
  const answer = await service.fetch(PATH, { method: 'POST', body });
  const project = (await answer.json()) as { projectValidationId: string };
  if (answer.status !== 200) throw new Error(JSON.stringify(project));
  for (;;) {
    const read = await service.fetch(`${PATH}/${project.projectValidationId}`);
    const { status } = (await read.json()) as { status: string };
    if (status === 'completed') return performance.now() - begun;
    if (status === 'failed') throw new Error('The project failed');
    // Each poll lists a thousand files, which is work too.
    await sleep(LOOK_MS);
  }
}

/** Measures milliseconds of the command over the same archive. */
async function offline(path: string): Promise<number> {
  const begun = performance.now();
  const child = spawn(process.execPath, [PROGRAM, 'validate', path, '--format', 'json'], { stdio: 'ignore' });
  await once(child, 'exit');
  return performance.now() - begun;
}

async function* speed(service: Service, folder: string): AsyncGenerator<Figure> {
  const files = PLATFORM_NAMES.flatMap(corpusOf);
  const path = join(folder, 'project.zip');
  const times = { first: [] as number[], again: [] as number[], offline: [] as number[] };
  // The first round warms both up.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const archive = realProject(files, round);
    writeFileSync(path, archive);
    const turn = {
      first: await throughService(service, archive),
      offline: await offline(path),
      again: await throughService(service, archive),
    };
    if (round === 0) continue;
    for (const side of ['first', 'again', 'offline'] as const) times[side].push(turn[side]);
  }
  const ratios = (own: readonly number[], peer: readonly number[]) =>
    spread(own.map((ms, i) => ms / peer[i]!));
  const against = ratios(times.first, times.offline);
  yield {
    name: `project of ${FILES.toLocaleString('en')} real files`,
    unit: 'ms',
    against: 'of the time of `flowarden validate` over the same archive',
    ...spread(times.first),
    ratio: against.median,
    ratios: { wall: against },
    bar: { atMost: 1.5, stretch: 1 },
    n: ROUNDS,
    facts: { offlineMs: spread(times.offline).median },
  };
  const unchanged = ratios(times.again, times.first);
  yield {
    name: 'the same project again',
    unit: 'ms',
    against: 'of the time of the first run',
    ...spread(times.again),
    ratio: unchanged.median,
    ratios: { wall: unchanged },
    bar: { atMost: 0.25, stretch: 0.1 },
    n: ROUNDS,
  };
}

/** Packs workflows, and between them packages that cannot be compressed further. */
function archiveOf(kind: string, packages: number): Buffer {
  const workflow = syntheticXaml(50_000);
  const workflows = Array.from({ length: 400 }, (_, i): readonly [string, Buffer] => [
    `w${i}.xaml`,
    Buffer.concat([workflow, Buffer.from(`<!-- ${kind} ${i} -->`)]),
  ]);
  const others = Array.from({ length: packages }, (_, i): readonly [string, Buffer] => [
    `packages/p${i}.bin`,
    randomBytes(10 * MIB),
  ]);
  return zipOf([...workflows, ...others]);
}

/** Waits until the memory of the core is stable: some of its threads start late. */
async function calm(service: Service): Promise<void> {
  for (let before = 0, now = service.residentMiB('core'); Math.abs(now - before) > CALM_MIB; ) {
    await sleep(CALM_MS);
    [before, now] = [now, service.residentMiB('core')];
  }
}

async function* memory(service: Service): AsyncGenerator<Figure> {
  // The threads are warm then, and their memory does not count for the archive.
  for (const kind of ['small', 'smaller']) await throughService(service, archiveOf(kind, 0));
  await calm(service);
  const archive = archiveOf('large', 24);
  const idle = { core: service.residentMiB('core'), gateway: service.residentMiB('gateway') };
  service.forgetPeaks();
  await throughService(service, archive);
  for (const role of ['gateway', 'core'] as const) {
    const above = Math.max(0, service.peakMiB(role) - idle[role]);
    yield {
      name: `peak of the ${role}, large archive`,
      unit: 'MiB',
      against: `MiB above idle for an archive of ${Math.round(archive.length / MIB)} MiB`,
      ...spread([above]),
      ratio: above,
      bar: { atMost: 150, stretch: 75 },
      n: 1,
      facts: { idleMiB: idle[role] },
    };
  }
}

/** Measures the projects. */
export async function* projects(): AsyncGenerator<Figure | Skipped> {
  using folder = temporaryFolder();
  const dataDir = join(folder.path, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const service = await startService(dataDir);
  try {
    if (NOT_LINUX === null) yield* memory(service);
    else yield { name: 'memory of a large archive', skipped: NOT_LINUX };
    if (CORPUS_ABSENT === null) yield* speed(service, folder.path);
    else yield { name: 'projects of real files', skipped: CORPUS_ABSENT };
  } finally {
    await service.stop();
  }
}
