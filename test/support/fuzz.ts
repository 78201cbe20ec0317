/** The property that must hold for every file whatsoever, and the files to begin with. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { Report } from '../../src/analysis/model/report.ts';
import type { Rule } from '../../src/analysis/model/rule.ts';
import { readJson } from '../../src/analysis/platforms/json/reader.ts';
import { PLATFORM_READERS } from '../../src/analysis/platforms/read-workflows.ts';
import { toUtf8 } from '../../src/analysis/platforms/text.ts';
import { readXml } from '../../src/analysis/platforms/xml/reader.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { AppError, isErrorCode } from '../../src/errors.ts';
import { CORPUS_ABSENT, corpusFiles } from './files/corpus.ts';
import { exampleFile } from './files/example-file.ts';
import { goldenMembers } from './files/golden-members.ts';
import { type Edit, mutate } from './files/mutate.ts';
import { examplesOf } from './files/rule-examples.ts';
import { SPREADSHEET, workbook } from './files/workbook.ts';
import { saxesOutlineOf } from './files/xml-outline.ts';
import { zip } from './files/zip.ts';

/** A file to begin with. */
export interface Seed {
  /** Path of the upload: some kinds of files are known by it. */
  readonly name: string;
  /** What is changed: the file, or a member of it. */
  readonly bytes: Buffer;
  /** Builds the file around the changed member; absent: the bytes are the file. */
  readonly around?: (bytes: Buffer) => Buffer;
}

const ROOT = join(import.meta.dirname, '../..');
const CORPUS_BYTES_MAX = 50 * 1024;
/** Processor time that a file of at most 400 KB may take; the usual is a few milliseconds. */
const CPU_MS_MAX = 3_000;

function filesIn(folder: string): Seed[] {
  if (!existsSync(join(ROOT, folder))) return [];
  return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ name: relative(ROOT, path), bytes: readFileSync(path) }));
}

function examples(): Seed[] {
  return PLATFORM_READERS.flatMap((reader) =>
    RULES.flatMap((rule) =>
      [
        ...(examplesOf(rule)[reader.platform]?.bad ?? []),
        ...(examplesOf(rule)[reader.platform]?.good ?? []),
      ].map((example, i) => {
        const bytes = exampleFile(reader.platform, example);
        return { name: `${rule.id} ${reader.platform} ${i + 1}`, bytes };
      }),
    ),
  );
}

function archives(files: readonly Seed[]): Seed[] {
  const members = files.map(({ name, bytes }) => ({ name: name.replaceAll(' ', '_'), content: bytes }));
  const flow = files.find(({ name }) => name.includes('power-automate'))?.bytes ?? Buffer.alloc(0);
  return [
    { name: 'all.zip', bytes: zip(members) },
    { name: 'stored.zip', bytes: zip(members.map((member) => ({ ...member, stored: true }))) },
    {
      name: 'solution.zip',
      bytes: zip([
        { name: 'solution.xml', content: '<ImportExportXml/>', stored: true },
        { name: 'customizations.xml', content: '<ImportExportXml/>', stored: true },
        { name: 'Workflows/Flow-1.json', content: flow, stored: true },
      ]),
    },
    {
      name: 'project.zip',
      bytes: zip([
        { name: 'project.json', content: '{"name":"p"}', stored: true },
        ...members
          .filter(({ name }) => name.endsWith('.xaml'))
          .map((member) => ({ ...member, stored: true })),
      ]),
    },
  ];
}

/** The files of the goldens: of an archive each member alone, and the archive around each changed member. */
function goldenSeeds(): Seed[] {
  return filesIn('test/goldens')
    .filter(({ name }) => !name.endsWith('.findings.txt'))
    .flatMap((file) => {
      if (!file.name.endsWith('.members')) return [file];
      const members = goldenMembers(file.bytes.toString());
      return members.flatMap(({ name, content }) => {
        const bytes = Buffer.from(content);
        const around = (changed: Buffer): Buffer =>
          zip(members.map((other) => (other.name === name ? { name, content: changed } : other)));
        return [
          { name, bytes },
          { name: file.name.replace(/\.members$/, ''), bytes, around },
        ];
      });
    });
}

/** A project around a changed sheet of its configuration. */
function configSeed(): Seed {
  const text = (words: string): string => `<c t="inlineStr"><is><t>${words}</t></is></c>`;
  const rows = ['Name', 'OrdersUrl'].map((name) => `<row>${text(name)}${text('Value')}</row>`).join('');
  return {
    name: 'project.zip',
    bytes: Buffer.from(`<worksheet ${SPREADSHEET}><sheetData>${rows}</sheetData></worksheet>`),
    around: (sheet) =>
      zip([
        { name: 'project.json', content: '{"name":"p"}' },
        { name: 'Data/Config.xlsx', content: workbook({ Settings: sheet.toString() }) },
      ]),
  };
}

/** Our samples, fixtures, goldens and rule examples, and archives of them. */
export function ownSeeds(): readonly Seed[] {
  const files = ['samples', 'test/fixtures'].flatMap(filesIn);
  return [...files, ...files, ...goldenSeeds(), configSeed(), ...examples(), ...archives(files)];
}

/** Small real files, every `step`-th; none where the corpus is absent. */
export function corpusSeeds(step: number): readonly Seed[] {
  if (CORPUS_ABSENT) return [];
  return Array.from(corpusFiles(), ({ path, bytes }) => ({ name: path, bytes }))
    .filter(({ bytes }) => bytes.length <= CORPUS_BYTES_MAX)
    .filter((_, i) => i % step === 0);
}

const engine = createEngine(RULES.map((rule) => ({ ...rule, preset: 'recommended' }) as Rule));

function run({ name, bytes }: Seed): Report | AppError {
  try {
    return engine.validate({
      bytes,
      filename: name,
      platform: undefined,
      ruleset: 'default',
      findingsMax: 500,
    });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

function checkError(error: AppError): void {
  assert.ok(isErrorCode(error.code), error.code);
  assert.ok(error.message.length < 1_000 && error.message.isWellFormed(), error.message);
  assert.doesNotMatch(error.message, /undefined|\[object/);
}

/** The lines of a text; undefined for archives and for bytes that are no text. */
function linesOf(bytes: Buffer): string[] | undefined {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return undefined;
  try {
    return toUtf8(bytes)
      .toString()
      .split(/\r\n|\r|\n/);
  } catch {
    return undefined;
  }
}

function checkReport(report: Report, bytes: Buffer): void {
  assert.deepEqual(report.ruleErrors, []);
  assert.ok(Number.isInteger(report.score) && report.score >= 1 && report.score <= 100);
  const lines = linesOf(bytes);
  for (const { location, description, id, ruleId } of report.findings) {
    const { line, column, names, path } = location;
    assert.ok(line >= 1 && column >= 1);
    if (lines !== undefined) {
      assert.ok(line <= lines.length, `${ruleId}: line ${line} of ${lines.length}`);
      const longest = lines[line - 1]!.length;
      assert.ok(column <= longest + 1, `${ruleId}: column ${column} of ${longest}`);
    }
    assert.match(path, /^(?:\/|$)/);
    assert.ok(names.every((part) => typeof part === 'string'));
    assert.doesNotMatch(description, /\[object Object\]/);
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  }
  assert.equal(JSON.stringify(structuredClone(report)), JSON.stringify(report));
}

/** Whether the reader takes the bytes; limits are no judgement. */
function isRead(read: () => unknown): boolean | undefined {
  try {
    read();
    return true;
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return error.code === 'unparsable_file' ? false : undefined;
  }
}

/** Our readers judge as saxes and JSON.parse do. */
function checkReaders(bytes: Buffer): void {
  let text: string;
  try {
    text = toUtf8(bytes).toString();
  } catch {
    return;
  }
  const asXml = isRead(() => readXml(bytes));
  // DOCTYPE is rejected on purpose; saxes has opinions about declarations that we do not share.
  if (asXml !== undefined && text.includes('<') && !/<!DOCTYPE|<\?xml/i.test(text))
    assert.equal(asXml, saxesOutlineOf(text) !== undefined, 'XML');
  const asJson = isRead(() => readJson(bytes));
  if (asJson === undefined) return;
  let parsed = true;
  try {
    JSON.parse(text);
  } catch {
    parsed = false;
  }
  assert.equal(asJson, parsed, 'JSON');
}

/** Fails when the engine does with the file what it must never do. */
export function checkFile({ name, bytes, around }: Seed): void {
  const seed: Seed = { name, bytes: around?.(bytes) ?? bytes };
  const begun = process.cpuUsage();
  const outcome = run(seed);
  const { user, system } = process.cpuUsage(begun);
  assert.ok(user + system < CPU_MS_MAX * 1000, `${(user + system) / 1000} ms`);
  const again = run(seed);
  if (outcome instanceof AppError) {
    checkError(outcome);
    assert.ok(again instanceof AppError && again.message === outcome.message, 'two runs agree');
  } else {
    checkReport(outcome, seed.bytes);
    assert.equal(JSON.stringify(again), JSON.stringify(outcome), 'two runs agree');
  }
  checkReaders(seed.bytes);
}

const number = fc.nat(1 << 24);
const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record({
    level: fc.constantFrom('bytes', 'tokens', 'tree', 'tree', 'tree'),
    what: fc.nat(39),
    at: number,
    other: number,
    value: fc.nat(999),
  }),
  { minLength: 1, maxLength: 6 },
);

export interface FuzzOptions {
  readonly seed: number;
  readonly numRuns: number;
  /** Processor time of this process after which no more changes are made. */
  readonly timeMsMax: number;
}

/** Changes between two looks at the processor time. */
const RUNS_AT_ONCE = 200;

/** Runs the property over changed files. Returns how many there were. @throws with the smallest failing change */
export function fuzz(seeds: readonly Seed[], { seed, numRuns, timeMsMax }: FuzzOptions): number {
  const begun = process.cpuUsage();
  const usedMs = () => {
    const { user, system } = process.cpuUsage(begun);
    return (user + system) / 1_000;
  };
  let runs = 0;
  while (runs < numRuns && usedMs() < timeMsMax)
    runs += checkChanges(seeds, seed + runs, Math.min(RUNS_AT_ONCE, numRuns - runs));
  return runs;
}

function checkChanges(seeds: readonly Seed[], seed: number, numRuns: number): number {
  const property = fc.property(fc.nat(seeds.length - 1), edits, (index, changes) => {
    const seed = seeds[index]!;
    checkFile({ ...seed, bytes: mutate(seed.bytes, changes) });
  });
  const details = fc.check(property, { seed, numRuns });
  if (!details.failed) return details.numRuns;
  const [index] = details.counterexample!;
  const reason = details.errorInstance instanceof Error ? (details.errorInstance.stack ?? '') : '';
  throw new Error(
    `From ${seeds[index]!.name}, seed ${seed}: ${JSON.stringify(details.counterexample)}\n${reason}`,
  );
}
