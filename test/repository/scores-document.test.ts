/** The examples of `docs/scores.md`, computed. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { PROJECT_SCORE_VERSION, scoreOfProject } from '../../src/analysis/engine/project-score.ts';
import {
  debtOf,
  SCORE_VERSION,
  type Scored,
  scoreOf,
  tallyOf,
  uncappedScore,
} from '../../src/analysis/engine/score.ts';
import type { Severity } from '../../src/analysis/model/rule.ts';
import { CONTRACT_LIMITS } from '../../src/contract/limits.ts';

const TEXT = readFileSync(join(import.meta.dirname, '../../docs/scores.md'), 'utf8');

/** The rows of the table whose first heading is this one. */
function rowsUnder(heading: string): string[][] {
  const lines = TEXT.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} |`));
  assert.notEqual(start, -1, heading);
  const end = lines.findIndex((line, i) => i > start && !line.startsWith('|'));
  return lines.slice(start + 2, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const number = (text: string): number => Number(text.replaceAll(',', ''));

/** Reads `2 medium of one rule, 1 high`; each part has rules of its own. */
function findingsOf(text: string): Scored[] {
  if (text === 'none') return [];
  return text.split(', ').flatMap((part, p) => {
    const match = /^(\d+) (critical|high|medium|low)( of (one rule|\d+ rules))?$/.exec(part);
    assert.ok(match, part);
    const [, count, severity, , rules] = match;
    return Array.from({ length: Number(count) }, (_, i): Scored => {
      const ruleId = rules === 'one rule' ? `R${p}` : `R${p}.${i}`;
      const location = { names: ['Main'], path: '/' };
      const same = { kind: 'issue', exceptionStatus: 'none', location } as const;
      return { ...same, ruleId, dedupeGroup: ruleId, severity: severity as Severity };
    });
  });
}

/** Reads `2 files: 1 high; 100 files: 1 medium`. */
function talliesOf(text: string) {
  if (text === 'none') return [];
  return text.split('; ').flatMap((group, g) => {
    const [count = '', findings = ''] = group.split(/ files?: /);
    const tally = tallyOf(findingsOf(findings));
    return Array.from({ length: number(count) }, (_, i) => ({ path: `${g}/${i}`, tally }));
  });
}

describe('docs/scores.md', () => {
  for (const [findings = '', debt = '', score = ''] of rowsUnder('findings of the file')) {
    it(`computes the score of a file with ${findings}`, () => {
      assert.deepEqual(
        [debtOf(findingsOf(findings)), scoreOf(findingsOf(findings))],
        [debt, score].map(number),
      );
    });
  }

  for (const [count = '', findings = '', meanLoss, ...points] of rowsUnder('files')) {
    it(`computes the score of a project of ${count} files: ${findings}`, () => {
      const [files, fileCount] = [talliesOf(findings), number(count)];
      const loss = files.reduce((sum, { tally }) => sum + 100 - uncappedScore(tally), 0);
      assert.equal((loss / fileCount).toFixed(2), meanLoss);
      const [top = 0, byLoss = 0, byTenths = 0, byCriticals = 0, score] = points.map(number);
      assert.equal(top - byLoss - byTenths - byCriticals, score);
      assert.equal(scoreOfProject({ fileCount, files, across: [] }), score);
    });
  }

  it('names the versions and the number of listed findings', () => {
    for (const word of [SCORE_VERSION, PROJECT_SCORE_VERSION]) assert.ok(TEXT.includes(`\`${word}\``), word);
    assert.ok(
      TEXT.includes(`beyond the ${CONTRACT_LIMITS.findingsStoredMax.toLocaleString('en')} that are listed`),
    );
  });
});
