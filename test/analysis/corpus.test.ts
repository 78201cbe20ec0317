/** Every real file at hand: recognised as its manifest says, read in full, never a crash, every location inside the file. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { FileKind } from '../../src/analysis/model/kinds/file-kind.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { AppError } from '../../src/errors.ts';
import { CORPUS_ABSENT, type CorpusFile, corpusFiles } from '../support/files/corpus.ts';

/** Manifest kind → the kind that a file is read as. Every other kind is rejected as no supported workflow. */
const KINDS: Readonly<Record<string, FileKind>> = {
  'xaml-workflow': 'uipath-workflow',
  'project-json': 'uipath-project',
  'project-uiproj': 'uipath-solution-part',
  'entry-points-json': 'uipath-coded-agent-part',
  nupkg: 'uipath-archive',
  'solution-flow-json': 'power-automate-flow',
  'package-definition-json': 'power-automate-package-flow',
  'aa-bot-json': 'automation-anywhere-bot',
  'pad-robin-txt': 'power-automate-desktop-flow',
  'desktop-flow-json': 'power-automate-desktop-flow',
  'customizations-xml': 'power-automate-desktop-flow',
  'solution-zip': 'power-automate-solution',
  'flow-package-zip': 'power-automate-package',
  'aa-export-zip': 'automation-anywhere-export',
  bpprocess: 'blue-prism-process',
  bpobject: 'blue-prism-object',
  bprelease: 'blue-prism-release',
};

/** Files that are not what their manifest kind suggests, by a part of their path, each with the reason. */
const EXCEPTIONS: readonly { readonly path: string; readonly expected: string; readonly reason: string }[] = [
  ...[
    'CofECore/SolutionPackage/src/Other/Customizations.xml',
    'sharepoint-group-creation-with-user-added/sourcecode/customizations.xml',
    'sharepoint-hide-folders-in-library-view/sourcecode/src/Other/Customizations.xml',
  ].map((path) => ({ path, expected: 'unsupported_file_type', reason: 'it has no desktop flow in it' })),
  ...[
    'e2e-stub-solution/myproj/entry-points.json',
    '/.agent-builder/entry-points.json',
    'MathAgent/entry-points.json',
  ].map((path) => ({ path, expected: 'unsupported_file_type', reason: 'it belongs to no coded agent' })),
  {
    path: 'Workflows/PADFrameworkBrowserCloser-A08238CA-5EC4-422D-8EAF-1766D05EC8FE.json',
    expected: 'unsupported_file_type',
    reason: 'its script stands in the customizations of its solution',
  },
];

const engine = createEngine(RULES);
const nameOf = ({ path }: CorpusFile): string => path.slice(path.lastIndexOf('/') + 1);

function outcomeOf(file: CorpusFile): string {
  const { bytes, platform } = file;
  try {
    const report = engine.validate({
      bytes,
      filename: nameOf(file),
      platform,
      ruleset: 'strict',
      findingsMax: 100_000,
    });
    assert.deepEqual(report.ruleErrors, [], 'no rule throws');
    // Places in an archive are those of its members.
    const isArchive = bytes.toString('latin1', 0, 2) === 'PK';
    const lines = isArchive ? Number.POSITIVE_INFINITY : bytes.toString('latin1').split('\n').length;
    for (const { location, id, description } of report.findings) {
      assert.ok(location.line >= 1 && location.line <= lines, `line ${location.line} of ${lines}`);
      assert.ok(location.column >= 1 && location.names.length > 0 && /^[0-9a-f-]{36}$/.test(id));
      assert.doesNotMatch(description, /undefined|\[object/);
    }
    assert.ok(report.score >= 1 && report.score <= 100);
    return report.kind;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

function expectedOf({ path, kind }: CorpusFile): string {
  const exception = EXCEPTIONS.find((entry) => path.includes(entry.path));
  if (exception !== undefined) return exception.expected;
  if (kind === 'aa-bot-json-invalid') return 'unparsable_file';
  return KINDS[kind] ?? 'unsupported_file_type';
}

describe('the corpus', { skip: CORPUS_ABSENT }, () => {
  it('is recognised as its manifests say, and every file gets an answer', () => {
    const wrong: string[] = [];
    let count = 0;
    for (const file of corpusFiles()) {
      count += 1;
      const outcome = outcomeOf(file);
      if (outcome !== expectedOf(file))
        wrong.push(`${file.platform}/${file.path} (${file.kind}): ${outcome}`);
    }
    assert.deepEqual(wrong, []);
    assert.ok(count > 1000, `${count} files`);
  });
});
