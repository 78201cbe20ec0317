/**
 * The findings of whole files, as a reviewer reads them: beside each file of `goldens/` stands what is found in it.
 * `UPDATE_GOLDEN=1` writes them anew; their difference tells what a change means for users.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, it } from 'node:test';
import { createEngine } from '../src/engine/validate.ts';
import { RULES } from '../src/rules/index.ts';
import { reportLines } from './support/finding-lines.ts';
import { zip } from './support/zip.ts';

const FOLDER = join(import.meta.dirname, 'goldens');
const FINDINGS = '.findings.txt';
/** An archive as text: each member behind a line `-- path --`. */
const MEMBERS = '.members';
const MEMBER = /^-- (.+) --\n/gm;

const engine = createEngine(RULES);

function archiveOf(text: string): Buffer {
  const marks = [...text.matchAll(MEMBER)];
  return zip(
    marks.map(({ 0: line, 1: name, index }, i) => ({
      name: name!,
      content: text.slice(index + line.length, marks[i + 1]?.index),
    })),
  );
}

/** What is found in a file, as text. */
function findingsOf(path: string): string {
  const isArchive = path.endsWith(MEMBERS);
  const bytes = isArchive ? archiveOf(readFileSync(path, 'utf8')) : readFileSync(path);
  const report = engine.validate({
    bytes,
    filename: basename(path, MEMBERS),
    platform: undefined,
    ruleset: 'default',
    findingsMax: 1_000,
  });
  return `${reportLines(report).join('\n')}\n`;
}

describe('the findings of', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.\w+$/.test(name) && !name.endsWith(FINDINGS))
    .sort();
  for (const name of files) {
    it(`${name} are those beside it`, () => {
      const path = join(FOLDER, name);
      const found = findingsOf(path);
      if (process.env.UPDATE_GOLDEN === '1') writeFileSync(path + FINDINGS, found);
      assert.equal(found, readFileSync(path + FINDINGS, 'utf8'));
    });
  }

  it('at least 60 files of every kind are kept', () => assert.ok(files.length >= 60, String(files.length)));
});
