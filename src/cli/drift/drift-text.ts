/** Drift as text for a terminal, and as data. */
import { FORM_VERSION } from '../../analysis/forms/form.ts';
import { showControlCharacters } from '../../text/control-characters.ts';
import { formatNumber } from '../../text/format.ts';
import { DRIFT_STATES, type Drift, type DriftItem, type DriftState } from './drift.ts';

/** Words for the states, as the text has them. */
const WORDS: Readonly<Record<DriftState, string>> = {
  changed: 'changed',
  not_comparable: 'not comparable',
  right_only: 'only right',
  left_only: 'only left',
  same: 'same',
  generated: 'generated',
};
const WIDTH = Math.max(...Object.values(WORDS).map((word) => word.length)) + 2;

const named = ({ path, part }: DriftItem): string => (part === '' ? path : `${path} (${part})`);

/** Returns the names of a file in both places; one of them where they are equal. */
export function pathsText({ left, right }: Drift): string {
  const first = named((left ?? right)!);
  const second = left !== undefined && right !== undefined ? named(right) : first;
  return first === second ? first : `${first} ↔ ${second}`;
}

/** Returns the word for the state of a file that is listed. */
export const stateWord = ({ state, otherConnections }: Drift): string =>
  state === 'same' && otherConnections ? 'connections' : WORDS[state];

/** Returns whether a file is more than the same. */
export const isListed = ({ state, otherConnections }: Drift): boolean => state !== 'same' || otherConnections;

function lineOf(drift: Drift): string {
  const lines = [`${stateWord(drift).padEnd(WIDTH)}${showControlCharacters(pathsText(drift))}`];
  if (drift.reason !== undefined) lines.push(`${' '.repeat(WIDTH)}${showControlCharacters(drift.reason)}`);
  return `${lines.join('\n')}\n`;
}

/** Returns a line for each file that is not simply the same, the worst first, and the counts. */
export function driftText(drifts: readonly Drift[]): string {
  const listed = drifts.filter(isListed);
  return `${listed.map(lineOf).join('')}${listed.length === 0 ? '' : '\n'}${driftTotals(drifts)}\n`;
}

/** Returns the counts in words. */
export function driftTotals(drifts: readonly Drift[]): string {
  const counts = countsOf(drifts);
  const parts = DRIFT_STATES.filter((state) => counts[state] > 0 || state === 'same').map(
    (state) => `${formatNumber(counts[state])} ${WORDS[state]}`,
  );
  const connections = counts.otherConnections;
  const beside =
    connections === 0 ? '' : ` Of the same files, ${formatNumber(connections)} with other connections.`;
  return `${parts.join(', ')}.${beside}`;
}

/** Numbers of files by state; those of other connections are among the same. */
type Counts = Readonly<Record<DriftState | 'otherConnections', number>>;

function countsOf(drifts: readonly Drift[]): Counts {
  const counts: Record<DriftState | 'otherConnections', number> = {
    changed: 0,
    not_comparable: 0,
    right_only: 0,
    left_only: 0,
    same: 0,
    generated: 0,
    otherConnections: 0,
  };
  for (const { state, otherConnections } of drifts) {
    counts[state] += 1;
    if (state === 'same' && otherConnections) counts.otherConnections += 1;
  }
  return counts;
}

/** Version of the document. */
export const DRIFT_SCHEMA_VERSION = 1;

/** Returns all files as data, also those that are the same. */
export function driftDocument(left: string, right: string, drifts: readonly Drift[]) {
  const place = (item: DriftItem | undefined) =>
    item === undefined ? null : { path: item.path, part: item.part === '' ? null : item.part };
  return {
    schemaVersion: DRIFT_SCHEMA_VERSION,
    formVersion: FORM_VERSION,
    left,
    right,
    counts: countsOf(drifts),
    files: drifts.map((drift) => ({
      state: drift.state,
      left: place(drift.left),
      right: place(drift.right),
      otherConnections: drift.otherConnections,
      reason: drift.reason ?? null,
    })),
  };
}
