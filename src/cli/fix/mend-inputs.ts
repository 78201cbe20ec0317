/** Mends the files of a run in memory. */

import { matchFindings } from '../../analysis/engine/match-findings.ts';
import { judgeProject } from '../../analysis/engine/project/project-report.ts';
import { createEngine, type Engine } from '../../analysis/engine/validate.ts';
import { type MendedFile, type MendOptions, mendFile } from '../../analysis/fixes/mend-file.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import type { FileFacts } from '../../analysis/model/project.ts';
import type { Rule } from '../../analysis/model/rule.ts';
import type { InputRun } from '../../analysis/report/file-outcome.ts';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import type { FoundFile } from '../validate/found-file.ts';
import type { Input } from '../validate/inputs.ts';

/** File with its mended bytes. */
export interface MendedInput extends MendedFile {
  readonly file: FoundFile;
  /** Real path of the folder or file that was named: nothing outside of it is written. */
  readonly root: string;
  /** Path for people. */
  readonly shownPath: string;
  /** Its bytes as they were read. */
  readonly before: Buffer;
}

/** Engine, rules and choice of a run. */
interface Mender {
  readonly engine: Engine;
  readonly rules: readonly Rule[];
  readonly options: MendOptions;
}

/** Returns the facts of a version of a file, for the rules across files. */
function factsOf(
  engine: Engine,
  path: string,
  bytes: Uint8Array,
  { ruleset, today }: MendOptions,
): FileFacts {
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const task = {
    bytes,
    filename,
    path,
    factsPath: path,
    platform: undefined,
    ruleset,
    today,
    findingsMax: 1,
  };
  try {
    return engine.validate(task).facts!;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unsupported_file_type') throw error;
    return engine.factsOfRejected(task);
  }
}

/** Returns the mended files of a folder without those that lead to findings in other files. */
function withoutHarm(
  { engine, rules, options }: Mender,
  { input, outcomes, across }: InputRun<Input>,
  mended: readonly MendedInput[],
): readonly MendedInput[] {
  if (input.kind !== 'folder' || mended.length === 0) return mended;
  const paths = input.files.map(({ path }) => path);
  const facts = outcomes.map((outcome) =>
    outcome.status === 'completed' ? outcome.report.facts : outcome.facts,
  );
  const harm = (changed: readonly MendedInput[]): Finding | undefined => {
    const now = new Map(changed.map(({ file, bytes }) => [file, factsOf(engine, file.path, bytes, options)]));
    const all = input.files.flatMap((file, index) => now.get(file) ?? facts[index] ?? []);
    const { ruleset } = options;
    const task = { facts: all, paths, ruleset, findingsMax: CONTRACT_LIMITS.findingsStoredMax };
    const { findings } = judgeProject(rules, task);
    const { matches } = matchFindings(findings, across);
    return findings.find((finding) => !matches.has(finding));
  };
  if (harm(mended) === undefined) return mended;
  const harmless: MendedInput[] = [];
  return mended.map((one) => {
    const found = harm([...harmless, one]);
    if (found === undefined) {
      harmless.push(one);
      return one;
    }
    const reason = `It would lead to a finding of ${found.ruleId} elsewhere in the folder.`;
    const rejected = one.mended.map(({ fix, finding }) => ({ fix, finding, reason }));
    return { ...one, bytes: one.before, mended: [], notMended: [...one.notMended, ...rejected] };
  });
}

/** Mends the files of all runs that the engine has read. Archives, and files in them, are left out. */
export async function mendInputs(
  runs: readonly InputRun<Input>[],
  rules: readonly Rule[],
  options: MendOptions,
): Promise<readonly MendedInput[]> {
  const engine = createEngine(rules);
  const all: MendedInput[] = [];
  for (const run of runs) {
    const { input, outcomes } = run;
    if (input.kind === 'archive') continue;
    const mended: MendedInput[] = [];
    for (const [index, file] of input.files.entries()) {
      const { status } = outcomes[index]!;
      if (status !== 'completed' && status !== 'part') continue;
      const before = await file.read();
      if (before === null) continue;
      const shownPath =
        input.kind === 'file' ? input.name : `${input.name}/${file.path}`.replace(/^\.\//, '');
      const result = mendFile(engine, rules, { bytes: before, path: file.path }, options);
      if (result.mended.length + result.notMended.length === 0) continue;
      mended.push({ ...result, file, root: input.realPath, shownPath, before });
    }
    all.push(...withoutHarm({ engine, rules, options }, run, mended));
  }
  return all;
}
