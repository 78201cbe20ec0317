/** Verifies a mended file: it is read again, and compared with what it was. */
import { AppError } from '../../../errors.ts';
import { matchFindings } from '../../engine/match-findings.ts';
import type { Workflow } from '../../model/workflow.ts';
import type { InputFile } from '../../platforms/input-file.ts';
import type { Edit } from '../edits/edit.ts';
import type { Fix } from '../fix.ts';
import type { MendableFinding } from '../mendable-finding.ts';
import { documentPlace } from '../place.ts';
import { type Cell, hasOnlyEdits, jsonCells, lineCells, xmlCells } from './cells.ts';
import { hasSameFlow } from './same-flow.ts';

/** A version of a file as the engine reads it. */
export interface FileReading {
  readonly file: InputFile;
  readonly workflows: readonly Workflow[];
  readonly findings: readonly MendableFinding[];
}

/** A finding, and the edits that mend it. */
interface Proposal {
  readonly fix: Fix;
  readonly finding: MendableFinding;
  readonly edits: readonly Edit[];
}

function cellsOf(file: InputFile): Cell[] {
  if (file.syntax === 'xml') return xmlCells(file.xml());
  return file.syntax === 'json' ? jsonCells(file.json()) : lineCells(file.bytes);
}

/** Returns whether a finding stands in a piece that the edits take away or write. */
function isInside({ file }: FileReading, { location }: MendableFinding, edits: readonly Edit[]): boolean {
  const place = documentPlace(file, location.path);
  if (place === undefined || (place.syntax === 'script' && place.embed !== undefined)) return false;
  const [start, end] =
    place.syntax === 'script'
      ? [place.start, place.end]
      : place.syntax === 'json'
        ? [place.doc.starts[place.value]!, place.doc.ends[place.value]!]
        : place.attribute === -1
          ? [place.doc.starts[place.element]!, place.doc.ends[place.element]!]
          : [place.doc.attributeOffsets[place.attribute]!, place.doc.attributeValueEnds[place.attribute]!];
  return edits.some((edit) => edit.start <= start && end <= edit.end);
}

/** Returns the first difference of the findings that no fix is meant to make, as a sentence. */
function findingsDiffer(
  before: FileReading,
  after: FileReading,
  proposals: readonly Proposal[],
): string | undefined {
  const mended = new Set(proposals.map(({ finding }) => finding));
  const matching = matchFindings(after.findings, before.findings);
  for (const finding of after.findings)
    if (!matching.matches.has(finding)) return `It would lead to a finding of ${finding.ruleId}.`;
  const gone = new Map<string, number>();
  for (const { ruleId } of matching.left) gone.set(ruleId, (gone.get(ruleId) ?? 0) + 1);
  const wanted = new Map<string, number>();
  for (const { ruleId } of mended) wanted.set(ruleId, (wanted.get(ruleId) ?? 0) + 1);
  for (const [ruleId, count] of wanted)
    if ((gone.get(ruleId) ?? 0) < count) return 'The finding is still there afterwards.';
  const edits = proposals.flatMap((proposal) => proposal.edits);
  const ends = new Set(proposals.flatMap(({ fix }) => fix.alsoEnds ?? []));
  for (const finding of matching.left) {
    if (mended.has(finding) || wanted.has(finding.ruleId) || ends.has(finding.ruleId)) continue;
    if (!isInside(before, finding, edits)) return `It would end a finding of ${finding.ruleId} elsewhere.`;
  }
  return undefined;
}

/**
 * Returns why edits must not be applied, as a sentence; undefined: the mended file is read again, differs in the
 * intended cells alone, has the same control flow, the findings are gone and all others are as they were.
 */
export function whyWrong(
  before: FileReading,
  proposals: readonly Proposal[],
  bytes: () => Uint8Array,
  read: (bytes: Uint8Array) => FileReading,
): string | undefined {
  let after: FileReading;
  try {
    after = read(bytes());
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `The file could not be read afterwards: ${error.message}`;
  }
  const edits = proposals.flatMap((proposal) => proposal.edits);
  if (!hasOnlyEdits(cellsOf(before.file), cellsOf(after.file), edits))
    return 'More than the intended cells would differ.';
  if (before.workflows.length !== after.workflows.length) return 'The file would have other workflows.';
  const keepsFlow = proposals.every(({ fix }) => fix.flow === undefined);
  if (
    keepsFlow &&
    !before.workflows.every((workflow, index) => hasSameFlow(workflow, after.workflows[index]!))
  )
    return 'The control flow would differ.';
  return findingsDiffer(before, after, proposals);
}
