/** The example of `docs/data-flow.md`: the command prints what the page says, and SARIF leads into the right files. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runCommand } from '../support/cli/run-command.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/data-flow.md'), 'utf8');
const fences = (language: string): readonly string[] =>
  [...PAGE.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map(([, text]) => text!);

let folder = '';
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'flowarden-data-flow-'));
  const project = join(folder, 'invoices');
  mkdirSync(project);
  const [main, report] = fences('xml');
  writeFileSync(join(project, 'project.json'), '{"name":"Invoices","main":"Main.xaml","dependencies":{}}');
  writeFileSync(join(project, 'Main.xaml'), main!);
  writeFileSync(join(project, 'Report.xaml'), report!);
});
after(() => rmSync(folder, { recursive: true }));

const validate = (...args: readonly string[]): string =>
  runCommand(['validate', 'invoices', ...args], { cwd: folder }).stdout;

describe('the example of the page about data flow', () => {
  it('has the finding that the page shows', () => {
    const [shown] = fences('text');
    const out = validate();
    assert.ok(out.includes(shown!), out);
  });

  it('names the file of each step in JSON', () => {
    const { projectFindings } = JSON.parse(validate('--format', 'json'));
    assert.deepEqual(
      projectFindings[0].trace.map(({ file, sourceLineNumber }: Record<string, unknown>) => [
        file,
        sourceLineNumber,
      ]),
      [
        ['Main.xaml', 7],
        ['Main.xaml', 8],
        ['Main.xaml', 14],
        [undefined, 3],
        [undefined, 6],
      ],
    );
  });

  it('leads through both files in SARIF', () => {
    // biome-ignore lint/suspicious/noExplicitAny: the report as it is
    const { runs } = JSON.parse(validate('--format', 'sarif')) as any;
    // biome-ignore lint/suspicious/noExplicitAny: the report as it is
    const { codeFlows } = runs[0].results.find(({ ruleId }: any) => ruleId === 'XPL-SEC-005');
    assert.deepEqual(
      // biome-ignore lint/suspicious/noExplicitAny: the report as it is
      codeFlows[0].threadFlows[0].locations.map(({ location: { physicalLocation } }: any) => [
        physicalLocation.artifactLocation.uri,
        physicalLocation.region.startLine,
      ]),
      [
        ['invoices/Main.xaml', 7],
        ['invoices/Main.xaml', 8],
        ['invoices/Main.xaml', 14],
        ['invoices/Report.xaml', 3],
        ['invoices/Report.xaml', 6],
      ],
    );
  });
});
