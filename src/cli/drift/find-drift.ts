/** Finds the state of every file of two places. */
import { type FileForm, formsOf } from '../../analysis/forms/form.ts';
import { AppError } from '../../errors.ts';
import type { LeaveOut } from '../validate/left-out.ts';
import { DRIFT_STATES, type Drift, type DriftItem, type DriftPair } from './drift.ts';
import { itemsOf } from './items.ts';
import { listFiles, nothingIn } from './list-files.ts';
import { OpenedArchives } from './opened-archives.ts';
import { pairItems } from './pair-items.ts';

/** Returns the states of all files, the worst first. @throws StartError (exit 2) for a place without files */
export async function findDrift(left: string, right: string, leaveOut: LeaveOut): Promise<readonly Drift[]> {
  const archives = new OpenedArchives();
  const [itemsLeft, itemsRight] = [
    await itemsIn(left, leaveOut, archives),
    await itemsIn(right, leaveOut, archives),
  ];
  const drifts: Drift[] = [];
  // One archive after the other: only the last few stay open.
  const pairs = pairItems(itemsLeft, itemsRight).toSorted(byPath);
  for (const pair of pairs) drifts.push(await driftOf(pair));
  const rank = ({ state, otherConnections }: Drift): number =>
    DRIFT_STATES.indexOf(state) * 2 + (otherConnections ? 0 : 1);
  return drifts.sort((a, b) => rank(a) - rank(b) || byPath(a, b));
}

async function itemsIn(
  path: string,
  leaveOut: LeaveOut,
  archives: OpenedArchives,
): Promise<readonly DriftItem[]> {
  const items = await itemsOf(await listFiles(path, leaveOut, archives));
  archives.close();
  if (items.length === 0) throw nothingIn(path);
  return items;
}

/** Returns the path by which a file is listed: that of the left place, where it has one. */
export const listedPath = ({ left, right }: Pick<Drift, 'left' | 'right'>): string => (left ?? right)!.path;

function byPath(a: Pick<Drift, 'left' | 'right'>, b: Pick<Drift, 'left' | 'right'>): number {
  return listedPath(a) < listedPath(b) ? -1 : 1;
}

async function driftOf(pair: DriftPair): Promise<Drift> {
  const { left, right } = pair;
  const drift = { left, right, otherConnections: false, reason: undefined };
  if (left === undefined || right === undefined) {
    const item = (left ?? right)!;
    if (item.problem !== undefined) return { ...drift, state: 'not_comparable', reason: item.problem };
    if (item.isGenerated) return { ...drift, state: 'generated' };
    return { ...drift, state: left === undefined ? 'right_only' : 'left_only' };
  }
  if (left.content !== undefined && left.content === right.content) return { ...drift, state: 'same' };
  const problem = left.problem ?? right.problem;
  if (problem !== undefined) return { ...drift, state: 'not_comparable', reason: problem };
  try {
    const [a, b] = [await formOf(left), await formOf(right)];
    if (a === undefined || a.form !== b?.form || a.part !== b.part) return { ...drift, state: 'changed' };
    return { ...drift, state: 'same', otherConnections: a.connections !== b.connections };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...drift, state: 'not_comparable', reason: error.message };
  }
}

/** Returns the form of an item; undefined for a file of several parts in place of a whole file. */
async function formOf({ open, form }: DriftItem): Promise<FileForm | undefined> {
  if (form !== undefined) return form;
  const forms = formsOf(await open());
  return forms.length === 1 ? forms[0] : undefined;
}
