/** Unpacking a project of 4,000 workflows: a process of ours against unzip, and our reader against yauzl. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readZip } from '../../src/analysis/platforms/zip/zip.ts';
import type { Figure, Skipped } from '../figure.ts';
import { zipOf } from '../inputs/archive.ts';
import { syntheticXaml } from '../inputs/xaml.ts';
import { paired, pairedFigure } from '../measure.ts';
import { importPeer, installPeers } from '../peers.ts';
import { findProgram, NOT_LINUX, pairedProcesses } from '../processes.ts';
import { temporaryFolder } from '../temporary.ts';

const FILES = 4_000;

interface Yauzl {
  readonly fromBufferPromise: (bytes: Buffer) => Promise<YauzlFile>;
}
interface YauzlFile {
  eachEntry(): AsyncIterable<object>;
  openReadStreamPromise(entry: object): Promise<NodeJS.ReadableStream>;
}

function project(): Buffer {
  const file = syntheticXaml(49_000);
  const members = Array.from({ length: FILES }, (_, i): [string, Buffer] => [`Parts/Part${i}.xaml`, file]);
  return zipOf(members);
}

function unpack(archive: Buffer): number {
  const { members, read } = readZip(archive);
  return members.reduce((sum, member) => sum + read(member).length, 0);
}

async function unpackWithYauzl(yauzl: Yauzl, archive: Buffer): Promise<number> {
  const zip = await yauzl.fromBufferPromise(archive);
  let bytes = 0;
  for await (const entry of zip.eachEntry())
    for await (const chunk of await zip.openReadStreamPromise(entry)) bytes += chunk.length;
  return bytes;
}

async function againstYauzl(archive: Buffer): Promise<Figure | Skipped> {
  const name = 'zip unpack / yauzl';
  const missing = installPeers();
  if (missing !== null) return { name, skipped: missing };
  const { default: yauzl } = await importPeer<{ default: Yauzl }>('yauzl');
  const bytes = unpack(archive);
  if ((await unpackWithYauzl(yauzl, archive)) !== bytes) throw new Error('yauzl unpacks something else');
  const pairs = await paired(
    { own: () => unpack(archive), peer: () => unpackWithYauzl(yauzl, archive) },
    { rounds: 5, warmUpRounds: 1 },
  );
  return pairedFigure(pairs, {
    name,
    unit: 'MB/s',
    inUnit: (ms) => bytes / 1e3 / ms,
    against: 'of the time of yauzl from memory',
    ratio: 'own/peer',
    judge: 'wall',
    bar: { atMost: 0.3, stretch: 0.15 },
    facts: { files: FILES, megabytes: bytes / 1e6 },
  });
}

async function againstUnzip(archive: Buffer): Promise<Figure | Skipped> {
  const name = 'zip unpack, whole process / unzip -t';
  const unzip = findProgram('unzip');
  if (NOT_LINUX !== null) return { name, skipped: NOT_LINUX };
  if (unzip === null) return { name, skipped: 'unzip is not installed' };
  using folder = temporaryFolder();
  const path = join(folder.path, 'project.zip');
  writeFileSync(path, archive);
  const program = join(import.meta.dirname, '../programs/unzip-once.ts');
  const runs = await pairedProcesses([process.execPath, program, path], [unzip, '-qq', '-t', path], 7);
  return pairedFigure(runs, {
    name,
    unit: 'ms',
    against: 'of the processor time of `unzip -qq -t`, our start of Node included',
    ratio: 'own/peer',
    bar: { atMost: 0.6, stretch: 0.4 },
  });
}

/** Measures the archives. */
export async function* zip(): AsyncGenerator<Figure | Skipped> {
  const archive = project();
  yield await againstUnzip(archive);
  yield await againstYauzl(archive);
}
