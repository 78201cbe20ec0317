/** Artefacts of large listings, made some at a time. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ListedRow, Remote, RemoteArtefact, RemotePart } from '../../../remotes/remote.ts';
import { subjectOf } from '../../../remotes/select-artefacts.ts';

/** Rows behind which other work of the process has its turn. */
export const ROWS_AT_ONCE = 5_000;

/** Selects the artefacts of rows. Rows about one artefact stay together. */
export async function selectInTurns(
  select: Remote['select'],
  parts: readonly RemotePart[],
  rows: readonly ListedRow[],
): Promise<readonly RemoteArtefact[]> {
  if (rows.length <= ROWS_AT_ONCE) return select(parts, rows);
  const groups: ListedRow[][] = Array.from({ length: Math.ceil(rows.length / ROWS_AT_ONCE) }, () => []);
  for (const [at, row] of rows.entries()) {
    groups[numberOf(subjectOf(row)) % groups.length]!.push(row);
    if (at % ROWS_AT_ONCE === 0) await nextTurn();
  }
  const found: RemoteArtefact[] = [];
  for (const group of groups) {
    for (const artefact of select(parts, group)) found.push(artefact);
    await nextTurn();
  }
  return found;
}

/** Returns a number that spreads texts over groups. */
function numberOf(text: string): number {
  let number = 0;
  for (let at = 0; at < text.length; at += 1) number = (number * 31 + text.charCodeAt(at)) >>> 0;
  return number;
}
