/** Mends real files with every fix, and compares each mended file with what it was. */

import { everyFinding } from '../../src/analysis/engine/findings/mistakes.ts';
import { matchFindings } from '../../src/analysis/engine/match-findings.ts';
import { createEngine } from '../../src/analysis/engine/validate.ts';
import { applyEdits } from '../../src/analysis/fixes/edits/apply-edits.ts';
import { fixOf } from '../../src/analysis/fixes/fixes.ts';
import { mendFile } from '../../src/analysis/fixes/mend-file.ts';
import type { Finding } from '../../src/analysis/model/finding.ts';
import { RULES } from '../../src/analysis/rules/index.ts';
import { AppError } from '../../src/errors.ts';
import type { CorpusFile } from '../../test/support/files/corpus.ts';

const TODAY = '2026-11-29';

/** Counts over the files; the first two must be empty. */
export interface CorpusMending {
  /** Files that cannot be read afterwards, or have a finding that they did not have. */
  readonly broken: string[];
  /** Files with other bytes although nothing was mended. */
  readonly differing: string[];
  files: number;
  filesMended: number;
  /** Rule → findings mended. */
  readonly mended: Map<string, number>;
  /** Rule and reason → findings left. */
  readonly left: Map<string, number>;
  /** Rules without a fix whose findings are fewer afterwards, as they stood in what was taken away. */
  readonly goneWith: Map<string, number>;
}

const count = (counts: Map<string, number>, key: string): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

const engine = createEngine(RULES);

/** Returns the findings of a file that can be judged alone; undefined: it is a part of a project or no workflow. */
function findingsOf(filename: string, bytes: Uint8Array): readonly Finding[] | undefined {
  const task = {
    bytes,
    filename,
    platform: undefined,
    ruleset: 'strict',
    today: TODAY,
    findingsMax: 100_000,
  } as const;
  try {
    return everyFinding(engine.validate(task).findings);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/**
 * Mends files in memory.
 * @param keep gets each mended file
 */
export function mendCorpus(
  files: Iterable<CorpusFile>,
  keep: (file: CorpusFile, bytes: Uint8Array) => void = () => {},
): CorpusMending {
  const counts: CorpusMending = {
    broken: [],
    differing: [],
    files: 0,
    filesMended: 0,
    mended: new Map(),
    left: new Map(),
    goneWith: new Map(),
  };
  for (const file of files) {
    const { path } = file;
    const original = Buffer.from(file.bytes);
    const filename = path.slice(path.lastIndexOf('/') + 1);
    const before = findingsOf(filename, Buffer.from(original));
    counts.files += 1;
    const options = { ruleset: 'strict', unsafe: true, today: TODAY } as const;
    let result: ReturnType<typeof mendFile>;
    try {
      result = mendFile(engine, RULES, { bytes: Buffer.from(original), path }, options);
      if (!applyEdits(original, []).equals(original)) counts.differing.push(path);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      continue;
    }
    for (const { fix } of result.mended) count(counts.mended, fix.rule);
    for (const { fix, reason } of result.notMended) count(counts.left, `${fix.rule}: ${reason}`);
    if (result.mended.length === 0) {
      if (!original.equals(result.bytes)) counts.differing.push(path);
      continue;
    }
    counts.filesMended += 1;
    keep(file, result.bytes);
    const after = findingsOf(filename, Buffer.from(result.bytes));
    if (before === undefined || after === undefined) {
      if (before !== after) counts.broken.push(path);
      continue;
    }
    const { matches, left } = matchFindings(after, before);
    for (const finding of after)
      if (!matches.has(finding)) counts.broken.push(`${path}: new ${finding.ruleId}`);
    for (const { ruleId } of left) if (fixOf(ruleId) === undefined) count(counts.goneWith, ruleId);
  }
  return counts;
}
