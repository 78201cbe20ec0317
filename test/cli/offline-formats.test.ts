/** `flowarden validate` with several formats: each report has the same findings. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { REPORT_FORMATS } from '../../src/analysis/report/formats/formats.ts';
import { builtCommand } from '../support/cli/built-command.ts';
import { CORPUS_ABSENT } from '../support/files/corpus.ts';
import { assertJunitSchema } from '../support/junit-schema.ts';
import { someOf } from '../support/ring.ts';

// biome-ignore lint/suspicious/noExplicitAny: reports as they are
type Body = any;

const ROOT = join(import.meta.dirname, '../..');

/** A finding as every format has it: path, line and rule. */
type Triple = string;
const triple = (path: unknown, line: unknown, rule: unknown): Triple => `${path}\t${line}\t${rule}`;

/** Reads the findings of a report back, by its format. */
const READERS: Readonly<Record<string, (text: string) => readonly Triple[]>> = {
  jsonl: (text) =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ type }) => type === 'finding')
      .map(({ path, line, ruleId }) => triple(path, line, ruleId)),
  sarif: (text) =>
    JSON.parse(text).runs[0].results.map(({ ruleId, locations: [{ physicalLocation }] }: SarifResult) => {
      const { artifactLocation, region } = physicalLocation;
      return triple(decodeURIComponent(artifactLocation.uri), region.startLine, ruleId);
    }),
  junit: (text) =>
    [...text.matchAll(/<testcase name="(\S+) [^"]*\(line (\d+): [^"]*" classname="([^"]*)"/g)].map(
      ([, rule, line, path]) => triple(unescaped(path!), line, rule),
    ),
  gitlab: (text) =>
    JSON.parse(text).map(({ check_name, location }: GitlabIssue) =>
      triple(location.path, location.lines.begin, check_name),
    ),
  azure: (text) =>
    [...text.matchAll(/sourcepath=([^;]*);linenumber=(\d+);columnnumber=\d+;code=([^;]*);/g)].map(
      ([, path, line, rule]) => triple(decodeURIComponent(path!.replaceAll('%AZP25', '%25')), line, rule),
    ),
  rdjson: (text) =>
    JSON.parse(text)
      .diagnostics.filter(({ code }: Diagnostic) => code !== undefined)
      .map(({ code, location }: Diagnostic) => triple(location.path, location.range.start.line, code!.value)),
  agent: (text) =>
    [...text.matchAll(/^(\S.*):(\d+):\d+ ([A-Z]+-[A-Z]+-\d+) /gm)].map(([, path, line, rule]) =>
      triple(path, line, rule),
    ),
  html: (text) =>
    text.split('<section>').flatMap((section) => {
      const [, path] = /<h2>([^<]*)<\/h2>/.exec(section) ?? [];
      return [...section.matchAll(/<small>([A-Z]+-[A-Z]+-\d+), [\s\S]*?<small>line (\d+),/g)].map(
        ([, rule, line]) => triple(unescaped(path!), line, rule),
      );
    }),
};

/** Formats that show waived findings too. */
const WITH_WAIVED: readonly string[] = ['jsonl', 'sarif', 'junit', 'html'];

interface SarifResult {
  readonly ruleId: string;
  readonly locations: readonly [
    {
      readonly physicalLocation: {
        readonly artifactLocation: { readonly uri: string };
        readonly region: { readonly startLine: number };
      };
    },
  ];
}

interface GitlabIssue {
  readonly check_name: string;
  readonly fingerprint: string;
  readonly location: { readonly path: string; readonly lines: { readonly begin: number } };
}

interface Diagnostic {
  readonly code?: { readonly value: string };
  readonly location: { readonly path: string; readonly range: { readonly start: { readonly line: number } } };
}

/** Returns the text without the character references of XML and HTML. */
const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#35;', '#')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

const CORPUS = join(ROOT, '../shared/corpus');
const PATHS = [
  { what: 'samples and goldens', cwd: ROOT, paths: ['samples', 'test/goldens'], skip: false as const },
  { what: 'the corpus', cwd: CORPUS, paths: ['.'], skip: CORPUS_ABSENT },
];

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
const isReport = ajv.compile(JSON.parse(readFileSync(join(ROOT, 'docs/report.schema.json'), 'utf8')));

for (const { what, cwd, paths, skip } of someOf(PATHS, 1))
  it(`flowarden validate writes the same findings of ${what} in every format of one run`, { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'flowarden-formats-'));
    try {
      const file = (name: string): string => join(folder, name);
      const formats = Object.keys(REPORT_FORMATS).flatMap((name) => ['--format', `${name}=${file(name)}`]);
      const args = ['validate', ...paths, '--format', `json=${file('json')}`, ...formats];
      spawnSync(process.execPath, [builtCommand(), ...args], { cwd });
      const report = (name: string): string => readFileSync(file(name), 'utf8');
      const document = JSON.parse(report('json'));
      const findings: { id: string; catalogRuleId: string }[] = [
        ...document.files.flatMap(
          (entry: { result: { findings: [] } | null }) => entry.result?.findings ?? [],
        ),
        ...document.projectFindings,
      ];
      assert.ok(findings.length > 50);
      assert.ok(isReport(document), JSON.stringify(isReport.errors));
      const lines = report('jsonl')
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line))
        .filter(({ type }) => type === 'finding');
      assert.deepEqual(lines.map(({ id }) => id).sort(), findings.map(({ id }) => id).sort());
      const all = READERS.jsonl!(report('jsonl'));
      const open = all.filter((_, index) => lines[index].exceptionStatus !== 'approved');
      for (const [name, read] of Object.entries(READERS)) {
        const wanted = WITH_WAIVED.includes(name) ? all : open;
        assert.deepEqual(read(report(name)).toSorted(), wanted.toSorted(), name);
      }
      assertJunitSchema(report('junit'));
      const { results } = JSON.parse(report('sarif')).runs[0];
      assert.deepEqual(
        results.map((result: Body) => result.partialFingerprints.primaryLocationLineHash),
        lines.map(({ id }) => id),
      );
      const issues: readonly GitlabIssue[] = JSON.parse(report('gitlab'));
      assert.equal(new Set(issues.map(({ fingerprint }) => fingerprint)).size, issues.length);
      // These two show the worst ones, and say how many more there are.
      const [, more] = /(\S+) more findings in the other reports/.exec(report('markdown')) ?? [];
      assert.equal(Number(more!.replace(',', '')), open.length - 20);
      assert.match(report('github'), /^::notice title=Flowarden::GitHub shows 10 annotations of a kind: /m);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

for (const [kind, mark] of [
  ['a repository', (root: string) => mkdirSync(join(root, '.git'))],
  ['a worktree', (root: string) => writeFileSync(join(root, '.git'), 'gitdir: elsewhere\n')],
] as const) {
  it(`flowarden validate in a folder of ${kind} writes paths from its root`, () => {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'flowarden-repository-')));
    try {
      const robots = join(root, 'robots');
      mark(root);
      cpSync(join(ROOT, 'samples/uipath'), robots, { recursive: true });
      const args = ['validate', '.', '--format', 'sarif=report.sarif'];
      spawnSync(process.execPath, [builtCommand(), ...args], { cwd: robots });
      const { results } = JSON.parse(readFileSync(join(robots, 'report.sarif'), 'utf8')).runs[0];
      assert.ok(results.length > 0);
      for (const { locations } of results)
        assert.match(locations[0].physicalLocation.artifactLocation.uri, /^robots\/[^/]/);
    } finally {
      rmSync(root, { recursive: true });
    }
  });
}
