/**
 * Findings of whole files, as a reviewer reads them: beside each file of `goldens/` stand its findings, or its error.
 * `UPDATE_GOLDEN=1` writes them anew; their difference shows what a change means for users.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import type { FileKind } from '../../src/analysis/model/kinds/file-kind.ts';
import type { Report } from '../../src/analysis/model/report.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { AppError } from '../../src/errors.ts';
import { reportLines } from '../support/files/finding-lines.ts';
import { goldenMembers } from '../support/files/golden-members.ts';
import { zip } from '../support/files/zip.ts';

const FOLDER = join(import.meta.dirname, '../goldens');
const FINDINGS = '.findings.txt';
/** An archive as text. */
const MEMBERS = '.members';

const engine = createEngine(RULES);

const archiveOf = (text: string): Buffer => zip(goldenMembers(text));

/** Every kind that an upload can have. */
const KINDS: Readonly<
  Record<
    Exclude<
      FileKind,
      | 'unreadable'
      | 'uipath-workbook'
      | 'automation-anywhere-ai-agent'
      | 'automation-anywhere-ai-skill'
      | 'uipath-side-file'
      | 'uipath-object'
      | 'power-automate-app-source'
      | 'azure-logic-app'
      | 'azure-logic-app-folder'
      | 'azure-logic-app-settings'
      | 'uipath-evaluation-set'
      | 'uipath-evaluator'
      | 'uipath-coded-agent'
      | 'uipath-coded-agent-part'
      | 'uipath-solution'
      | 'uipath-solution-part'
    >,
    true
  >
> = {
  'uipath-workflow': true,
  'uipath-coded-workflow': true,
  'uipath-api-workflow': true,
  'uipath-flow': true,
  'uipath-process': true,
  'uipath-case': true,
  'uipath-agent': true,
  'uipath-agent-resource': true,
  'uipath-project': true,
  'uipath-archive': true,
  'power-automate-flow': true,
  'power-automate-package-flow': true,
  'power-automate-definition': true,
  'power-automate-desktop-flow': true,
  'power-automate-solution': true,
  'power-automate-package': true,
  'power-automate-connector': true,
  'power-automate-connector-settings': true,
  'power-automate-connector-code': true,
  'power-automate-deployment-settings': true,
  'power-automate-folder': true,
  'copilot-studio-part': true,
  'copilot-studio-workflow': true,
  'copilot-studio-workspace': true,
  'automation-anywhere-bot': true,
  'automation-anywhere-process': true,
  'automation-anywhere-form': true,
  'automation-anywhere-export': true,
  'blue-prism-process': true,
  'blue-prism-object': true,
  'blue-prism-release': true,
  'blue-prism-archive': true,
};

/** Rules that find nothing here, each with the reason. */
const WITHOUT_FINDING: Readonly<Record<string, string>> = {
  'XPL-ENG-005': 'It needs more findings than a list may have.',
  'XPL-ENG-008': 'It needs a policy pack with a condition.',
  'XPL-ENG-012': 'An archive in which nothing was analysed is rejected.',
  'UIP-CFG-003': 'A workbook is a zip, which a text of members cannot hold.',
  'UIP-SEC-022': 'A workbook is a zip, which a text of members cannot hold.',
  'XPL-ENG-006': 'It needs an unchanged object of the vendor, which we may not copy.',
};

/** Analyses a file. Returns the error if the engine rejects it. */
function analyse(path: string): Report | AppError {
  const isArchive = path.endsWith(MEMBERS);
  const bytes = isArchive ? archiveOf(readFileSync(path, 'utf8')) : readFileSync(path);
  try {
    return engine.validate({
      bytes,
      filename: basename(path, MEMBERS),
      platform: undefined,
      ruleset: 'default',
      findingsMax: 1_000,
      today: '2026-11-23',
    });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Writes the findings of a file, or its error. */
function linesOf(outcome: Report | AppError): readonly string[] {
  return outcome instanceof AppError ? [`refused: ${outcome.code}`, outcome.message] : reportLines(outcome);
}

const paths = readdirSync(FOLDER, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name))
  .sort();
const outcomes = new Map(
  paths.filter((path) => !path.endsWith(FINDINGS)).map((path) => [path, analyse(path)]),
);
const reports = [...outcomes.values()].flatMap((outcome) => (outcome instanceof AppError ? [] : [outcome]));

describe('the findings of', () => {
  for (const [path, outcome] of outcomes) {
    it(`${relative(FOLDER, path)} are those beside it`, () => {
      const found = `${linesOf(outcome).join('\n')}\n`;
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path + FINDINGS, found);
      assert.equal(found, readFileSync(path + FINDINGS, 'utf8'));
    });
  }
});

describe('the golden files', () => {
  it('have every kind', () => {
    const kinds = new Set(reports.map(({ kind }) => kind));
    assert.deepEqual([...kinds].sort(), Object.keys(KINDS).sort());
  });

  it('break every recommended rule', () => {
    const found = new Set(reports.flatMap(({ findings }) => findings.map(({ ruleId }) => ruleId)));
    const expected = RULES.filter(
      ({ preset, needsOneOf }) => preset === 'recommended' && needsOneOf === undefined,
    );
    const missing = expected.map(({ id }) => id).filter((id) => !found.has(id));
    assert.deepEqual(missing.sort(), Object.keys(WITHOUT_FINDING).sort());
  });

  it('stand beside every list of findings', () => {
    const orphans = paths.filter(
      (path) => path.endsWith(FINDINGS) && !outcomes.has(path.slice(0, -FINDINGS.length)),
    );
    assert.deepEqual(orphans, []);
  });
});
