/** Code frames: what they show, and that no secret is in one. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Finding } from '../../../src/analysis/model/finding.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import type { Rule } from '../../../src/analysis/model/rule.ts';
import { toUtf8 } from '../../../src/analysis/platforms/text.ts';
import { buildView } from '../../../src/analysis/report/build-view.ts';
import { codeFrame, linesOf } from '../../../src/analysis/report/code-frame.ts';
import { buildDocument } from '../../../src/analysis/report/document.ts';
import type { InputRun } from '../../../src/analysis/report/file-outcome.ts';
import { REPORT_FORMATS } from '../../../src/analysis/report/formats/formats.ts';
import { textReport } from '../../../src/analysis/report/text/text-report.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { CATALOGUE } from '../../../src/gen/rule-catalogue.ts';
import { CORPUS_ABSENT, corpusFiles } from '../../support/files/corpus.ts';
import { exampleFile, exampleMembers } from '../../support/files/example-file.ts';
import { examplesOf } from '../../support/files/rule-examples.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';

/** Returns the frame as text, with the mark in a line of its own. */
function frameOf(text: string, line: number, column: number): string {
  const { lines, markAt } = codeFrame(linesOf(text)!, { line, column })!;
  return lines
    .flatMap((shown) => (shown.number === line ? [shown.text, `${' '.repeat(markAt)}^`] : [shown.text]))
    .join('\n');
}

describe('a code frame', () => {
  it('shows tags, names, switches and expressions of XML, and hides every other value', () => {
    const xaml =
      '<Sequence>\n  <ui:TypeInto DisplayName="Type it" Text="hunter2" Enabled="True" If="[n &gt; 1]" When="[n]"/>\n</Sequence>';
    assert.equal(
      frameOf(xaml, 2, 3),
      [
        '<Sequence>',
        '  <ui:TypeInto DisplayName="Type it" Text="•••" Enabled="True" If="•••" When="[n]"/>',
        '  ^',
        '</Sequence>',
      ].join('\n'),
    );
  });

  it('shows keys, names, switches and numbers of JSON, and hides every other value', () => {
    const json =
      '{\n  "name": "Log in",\n  "body": "a \\"b\\" c", "on": true, "max": 1.5, "password": 1234, "list": ["x"]\n}';
    assert.equal(
      frameOf(json, 3, 3),
      [
        '  "name": "Log in",',
        '  "body": "•••", "on": true, "max": 1.5, "password": •••, "list": ["•••"]',
        '  ^',
        '}',
      ].join('\n'),
    );
  });

  for (const [what, text] of [
    ['the text of an element', '<a>\n<b>hunter2 secret</b>\n</a>'],
    ['a value over several lines', '<a\nText="one\nhunter2 two"\nName="x">'],
    ['a value in single quotes', "<a\nText='hunter2'\n/>"],
    ['a comment', '<a>\n<!-- hunter2 -->\n</a>'],
    ['a reference to a quotation mark', '<a\nWhen="[&quot;hunter2&quot;]"\n/>'],
    ['a key with the name of a secret', '{\n"password": 4711, "token": "hunter2"\n}'],
    ['a line that is no JSON', '{\nhunter2 "x": "y\n}'],
  ] as const)
    it(`hides ${what}`, () => {
      const lines = linesOf(text)!;
      for (const line of lines.lines.keys()) {
        const frame = codeFrame(lines, { line: line + 1, column: 1 });
        assert.doesNotMatch(JSON.stringify(frame), /hunter|4711|secret"|two/);
      }
    });

  it('cuts long lines around the mark, and drops the common indent', () => {
    const long = `<a>\n      ${'<b Enabled="True"/>'.repeat(100)}<c Name="here"/>${'<b/>'.repeat(100)}\n      <d/>`;
    const column = long.split('\n')[1]!.indexOf('<c') + 1;
    const [, shown, mark] = frameOf(long, 2, column).split('\n') as [string, string, string];
    assert.ok(shown.length <= 122 && shown.startsWith('…') && shown.endsWith('…'), shown);
    assert.equal(shown.slice(mark.length - 1).slice(0, 15), '<c Name="here"/');
  });

  it('has its mark under the column also behind hidden values', () => {
    const xml = '<a Text="a very long value that is hidden" Name="x"/>';
    const frame = frameOf(xml, 1, xml.indexOf('Name') + 1).split('\n');
    assert.equal(frame[1]!.length - 1, frame[0]!.indexOf('Name'));
  });

  it('does not exist for scripts, whose texts cannot be distinguished, and for lines that the file lacks', () => {
    assert.equal(linesOf("SET Password TO $'''hunter2'''"), null);
    assert.equal(codeFrame(linesOf('<a/>')!, { line: 2, column: 1 }), null);
  });

  it('takes time in proportion to the length of a hostile line', () => {
    for (const piece of ['a="', "a='", '<a', '"', '\\"', 'a', '=', '{"a":', '<a b="']) {
      const line = `<${piece.repeat(200_000)}`;
      for (const text of [line, `{${piece.repeat(200_000)}`])
        codeFrame(linesOf(text)!, { line: 1, column: 1 });
    }
  });
});

/** `hu******`, as messages name a secret of twelve characters or more. */
const MASKED = /([^\s*]{2})\*{6}/g;
/** Characters behind a place in which its secret begins. */
const NEAR = 400;

/** Returns the texts in a file that the messages of its findings can mean: behind their places, from a quote or an edge on. */
function secretsOf(text: string, findings: readonly Finding[]): readonly string[] {
  const lines = text.split('\n');
  return findings.flatMap(({ description, location: { line, column } }) => {
    const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, column - 1);
    const near = text.slice(at, at + NEAR);
    return [...description.matchAll(MASKED)].flatMap(([, first]) => {
      const pattern = new RegExp(`(?<=["'=>:;\\s])${first!.replace(/\W/g, '\\$&')}[^"'<>;&\\s]{10,}`);
      return pattern.exec(near)?.[0] ?? [];
    });
  });
}

/** Returns the secrets that the frame of a line of the file shows. */
function shownSecrets(bytes: Uint8Array, findings: readonly Finding[]): { secrets: number; shown: string[] } {
  const text = toUtf8(bytes).toString();
  const lines = linesOf(text);
  const secrets = secretsOf(text, findings);
  if (lines === null || secrets.length === 0) return { secrets: 0, shown: [] };
  const frames = findings
    .map(({ location }) => codeFrame(lines, location))
    .concat(lines.lines.slice(0, 3000).map((_, index) => codeFrame(lines, { line: index + 1, column: 1 })));
  const all = frames.flatMap((frame) => frame?.lines.map((line) => line.text) ?? []).join('\n');
  return { secrets: secrets.length, shown: secrets.filter((secret) => all.includes(secret)) };
}

/** Returns a run of one file in every format, with the frames of the designer. */
function inEveryFormat(report: Report): string {
  const input = {
    kind: 'file',
    name: 'example',
    realPath: '/example',
    files: [{ path: 'example' }],
  } as const;
  const run: InputRun = {
    input,
    outcomes: [{ status: 'completed', report, validationMs: 1 }],
    across: [],
    acrossSummary: { critical: 0, high: 0, medium: 0, low: 0, total: 0 },
  };
  const gate = { mode: 'blocking', failOn: 'low', comparison: null } as const;
  const document = buildDocument('1.0.0', [run], gate, false);
  const view = buildView('1.0.0', [run], {
    gate,
    ruleset: 'strict',
    verdict: document,
    problems: [],
    catalogue: RULES,
    baseUrl: null,
    workingFolder: '/',
    root: '/',
  });
  const text = textReport(document, {
    paint: (_, plain) => plain,
    baseUrl: null,
    frames: [report.findings.map(({ id }) => report.frames?.get(id) ?? null)],
    detail: 'all',
    isWhole: true,
    whyOf: (id) => (CATALOGUE as Readonly<Record<string, { readonly why: string }>>)[id]?.why,
    showSuppressed: true,
  });
  return [
    text,
    JSON.stringify(document),
    ...Object.values(REPORT_FORMATS).map(({ write }) => write(view)),
  ].join('\n');
}

describe('the secrets that messages mask', () => {
  it('stand in no format of a bad example', { skip: IN_FULL_RUN_ONLY }, () => {
    let secrets = 0;
    const shown: string[] = [];
    for (const rule of RULES) {
      const engine = createEngine([{ ...rule, preset: 'recommended' } as Rule]);
      for (const [platform, { bad }] of Object.entries(examplesOf(rule)))
        for (const example of rule.level === 'project' ? [] : bad) {
          const report = engine.validate({
            filename: 'example',
            ruleset: 'default',
            findingsMax: 1000,
            bytes: exampleFile(platform as Platform, example),
            platform: platform as Platform,
            keepsFrames: true,
            keepsOutline: true,
          });
          const members = exampleMembers(platform as Platform, example);
          const known = members.flatMap(({ content }) =>
            secretsOf(Buffer.from(content).toString(), report.findings),
          );
          if (known.length === 0) continue;
          const all = inEveryFormat(report);
          shown.push(
            ...known.filter((secret) => all.includes(secret)).map((secret) => `${rule.id}: ${secret}`),
          );
          secrets += known.length;
        }
    }
    assert.deepEqual(shown, []);
    assert.ok(secrets > 40, String(secrets));
  });

  it('stand in no frame of a bad example', { skip: IN_FULL_RUN_ONLY }, () => {
    let secrets = 0;
    for (const rule of RULES) {
      const engine = createEngine([{ ...rule, preset: 'recommended' } as Rule]);
      for (const [platform, { bad }] of Object.entries(examplesOf(rule)))
        for (const example of rule.level === 'project' ? [] : bad) {
          const bytes = exampleFile(platform as Platform, example);
          const task = { filename: 'example', ruleset: 'default', findingsMax: 1000 } as const;
          const { findings } = engine.validate({ ...task, bytes, platform: platform as Platform });
          for (const { content } of exampleMembers(platform as Platform, example)) {
            const found = shownSecrets(Buffer.from(content), findings);
            assert.deepEqual(found.shown, [], `${rule.id}: ${content}`);
            secrets += found.secrets;
          }
        }
    }
    assert.ok(secrets > 40, String(secrets));
  });

  it('stand in no frame of the corpus', { skip: CORPUS_ABSENT }, () => {
    const engine = createEngine(RULES);
    let secrets = 0;
    for (const { platform, path, bytes } of corpusFiles()) {
      if (!/\.(?:xaml|json|bprelease|bpprocess|bpobject|xml)$/.test(path)) continue;
      const task = { filename: path, ruleset: 'default', findingsMax: 1000, platform, bytes } as const;
      let findings: readonly Finding[];
      try {
        ({ findings } = engine.validate(task));
      } catch {
        continue;
      }
      const found = shownSecrets(bytes, findings);
      assert.deepEqual(found.shown, [], path);
      secrets += found.secrets;
    }
    assert.ok(secrets > 10, String(secrets));
  });
});
