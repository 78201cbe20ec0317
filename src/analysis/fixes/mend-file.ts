/** Mends the findings of a file: proposes edits, applies them, and keeps those alone that a second reading confirms. */

import { AppError } from '../../errors.ts';
import { everyFinding } from '../engine/findings/mistakes.ts';
import type { TaskPolicy } from '../engine/policies/task-policy.ts';
import { readParts } from '../engine/project/parts.ts';
import { judgeProject } from '../engine/project/project-report.ts';
import type { Engine } from '../engine/validate.ts';
import type { Finding } from '../model/finding.ts';
import type { FileFacts } from '../model/project.ts';
import type { Rule } from '../model/rule.ts';
import type { Workflow } from '../model/workflow.ts';
import { type InputFile, openFile } from '../platforms/input-file.ts';
import { readWorkflows } from '../platforms/read-workflows.ts';
import { applyEdits } from './edits/apply-edits.ts';
import { type CellChange, type Edit, overlap } from './edits/edit.ts';
import { editsAt, type Fix } from './fix.ts';
import { fixOf } from './fixes.ts';
import { type MendableFinding, mendableFindings } from './mendable-finding.ts';
import { type DocumentPlace, documentPlace } from './place.ts';
import { shownCell } from './shown-cell.ts';
import { type FileReading, whyWrong } from './verify/why-wrong.ts';

/** File to mend. */
export interface FileToMend {
  readonly bytes: Uint8Array;
  /** Path in its project. */
  readonly path: string;
}

/** Choice of what is mended. */
export interface MendOptions {
  readonly ruleset: TaskPolicy;
  /** True: fixes that may change a run take part. */
  readonly unsafe: boolean;
  /** Ids of the rules that are mended; undefined: all that have a fix. */
  readonly rules?: ReadonlySet<string> | undefined;
  /** UTC day, by which notes in the file waive findings. */
  readonly today: string;
}

/** Finding with what was done, or why nothing was. */
export interface Mended {
  readonly fix: Fix;
  readonly finding: MendableFinding;
  readonly changes: readonly CellChange[];
}

/** Finding whose fix is not applied. */
export interface NotMended {
  readonly fix: Fix;
  readonly finding: MendableFinding;
  readonly reason: string;
}

/** Result for a file. */
export interface MendedFile {
  /** Its bytes afterwards: the same ones when nothing was mended. */
  readonly bytes: Uint8Array;
  readonly mended: readonly Mended[];
  readonly notMended: readonly NotMended[];
}

/** Rounds over one file: rules that name the first of several places find the next one afterwards. */
const ROUNDS_MAX = 12;
/** Readings of one file in all rounds. */
const READINGS_MAX = 150;
const FINDINGS_MAX = 100_000;

interface Candidate extends Mended {
  readonly edits: readonly Edit[];
}

/** Creates the reader of the versions of one file. */
function createReader(engine: Engine, rules: readonly Rule[], path: string, options: MendOptions) {
  const filename = path.slice(path.lastIndexOf('/') + 1);
  const { ruleset, today } = options;

  function workflowsOf(file: InputFile): readonly Workflow[] {
    try {
      return readWorkflows(file).workflows;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unsupported_file_type') throw error;
      return readParts(file);
    }
  }

  /** Reads and judges a version. @throws AppError when it cannot be read */
  return (bytes: Uint8Array): FileReading => {
    const task = {
      bytes,
      filename,
      path,
      factsPath: path,
      platform: undefined,
      ruleset,
      today,
      findingsMax: FINDINGS_MAX,
    };
    const found: Finding[] = [];
    let facts: FileFacts | undefined;
    try {
      const report = engine.validate(task);
      found.push(...report.findings);
      facts = report.facts;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'unsupported_file_type') throw error;
      facts = engine.factsOfRejected(task);
    }
    if (facts !== undefined)
      found.push(
        ...judgeProject(rules, { facts: [facts], paths: [path], ruleset, findingsMax: FINDINGS_MAX })
          .findings,
      );
    const file = openFile(path, bytes);
    return { file, workflows: workflowsOf(file), findings: everyFinding(found).flatMap(mendableFindings) };
  };
}

const keyOf = ({ ruleId, fingerprints, location }: MendableFinding): string =>
  `${ruleId} ${fingerprints.strong} ${location.path}`;

/**
 * Mends a file that the engine can read. Archives stay as they are.
 * @throws AppError when the file itself cannot be read
 */
export function mendFile(
  engine: Engine,
  rules: readonly Rule[],
  { bytes: original, path }: FileToMend,
  options: MendOptions,
): MendedFile {
  const read = createReader(engine, rules, path, options);
  const mended: Mended[] = [];
  const notMended = new Map<string, NotMended>();
  let bytes = original;
  let base = read(bytes);
  let readings = 1;
  if (base.file.syntax === 'zip') return { bytes, mended, notMended: [] };

  /** Returns the candidates that hold together with those that hold already. */
  function holding(accepted: readonly Candidate[], candidates: readonly Candidate[]): readonly Candidate[] {
    if (candidates.length === 0) return accepted;
    readings += 1;
    const all = [...accepted, ...candidates];
    const reason =
      readings > READINGS_MAX
        ? 'The file has too many findings to mend at once. Run the command again.'
        : whyWrong(
            base,
            all,
            () =>
              applyEdits(
                bytes,
                all.flatMap(({ edits }) => edits),
              ),
            read,
          );
    if (reason === undefined) return all;
    const [only] = candidates;
    if (candidates.length === 1) {
      notMended.set(keyOf(only!.finding), { fix: only!.fix, finding: only!.finding, reason });
      return accepted;
    }
    const half = candidates.length >> 1;
    return holding(holding(accepted, candidates.slice(0, half)), candidates.slice(half));
  }

  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const candidates = candidatesIn(base, options, notMended);
    const quiet = candidates.filter(({ fix }) => fix.flow === undefined);
    const accepted = holding(
      holding([], quiet),
      candidates.filter(({ fix }) => fix.flow !== undefined),
    );
    if (accepted.length === 0) break;
    bytes = applyEdits(
      bytes,
      accepted.flatMap(({ edits }) => edits),
    );
    base = read(bytes);
    readings += 1;
    mended.push(...accepted.map(({ fix, finding, changes }) => ({ fix, finding, changes })));
  }
  return { bytes, mended, notMended: [...notMended.values()] };
}

/** Returns the findings of a version that can be mended side by side; adds to `notMended` those that cannot be. */
function candidatesIn(
  { file, findings, workflows }: FileReading,
  { unsafe, rules }: MendOptions,
  notMended: Map<string, NotMended>,
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  const places = new Map<string, readonly DocumentPlace[]>();
  const placesOf = (ruleId: string): readonly DocumentPlace[] => {
    const known = places.get(ruleId);
    if (known !== undefined) return known;
    const found = findings
      .filter((finding) => finding.ruleId === ruleId && !finding.isWaived)
      .flatMap(({ location }) => documentPlace(file, location.path) ?? []);
    places.set(ruleId, found);
    return found;
  };
  for (const finding of findings) {
    if (finding.isWaived) continue;
    const fix = fixOf(finding.ruleId);
    if (fix === undefined || (fix.consequence !== undefined && !unsafe)) continue;
    if (rules !== undefined && !rules.has(finding.ruleId)) continue;
    const key = keyOf(finding);
    if (notMended.has(key)) continue;
    const place = documentPlace(file, finding.location.path);
    const edits =
      place === undefined
        ? 'Its place is in a part of the file that no fix reaches.'
        : editsAt(fix, place, { finding, workflows, places: () => placesOf(finding.ruleId) });
    if (typeof edits === 'string') notMended.set(key, { fix, finding, reason: edits });
    else if (!candidates.some((other) => overlap(other.edits, edits)))
      candidates.push({ fix, finding, edits, changes: edits.map(({ change }) => shownCell(change)) });
  }
  return candidates;
}
