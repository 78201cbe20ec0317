/**
 * Listings that a command sends: lines of JSON. A line with `part` begins a part of the tenant, the lines behind it are its rows,
 * and the last line says that nothing is missing.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AppError } from '../../../errors.ts';
import { storableText } from '../../../infra/database/postgres-text.ts';
import { REMOTE_LIMITS } from '../../../remotes/limits.ts';
import type { ListedRow, RemotePlace } from '../../../remotes/remote.ts';
import { formatNumber } from '../../../text/format.ts';
import { linesIn } from '../../../text/lines-in.ts';
import { KIB } from '../../../units.ts';
import type { FoundPart } from '../pulling/pulling-store.ts';

/** Part of a listing as it was sent. */
export type SentPart = Omit<FoundPart, 'problem'> & { readonly problem: string | null };

const KINDS = ['folder', 'feed', 'environment'] as const;
const STATES = ['ok', 'no_access', 'failed'] as const;
/** Reasons that a row of a platform may state. */
const ROW_REASONS: readonly unknown[] = [undefined, 'not_running', 'draft'];
/** Folders of a tenant, a feed of each, and the one that all share. */
const PARTS_MAX = 2 * REMOTE_LIMITS.partsMax + 2;
const NAME_CHARACTERS_MAX = 500;
const TEXT_CHARACTERS_MAX = 2_048;
const PLACE_MEMBERS_MAX = 10;
/** Largest line: a row with the longest texts, each character escaped, has less. */
const LINE_BYTES_MAX = 256 * KIB;
/** Characters after which other work has its turn. */
const CHARACTERS_AT_ONCE = 256 * KIB;

/** Reads a listing. @throws AppError `invalid_field` when it is not whole, or more than a tenant may hold */
export async function readListing(content: AsyncIterable<Uint8Array>): Promise<readonly SentPart[]> {
  const parts = new Map<string, Omit<SentPart, 'listing'> & { readonly rows: Map<string, ListedRow> }>();
  let current: Map<string, ListedRow> | undefined;
  let isWhole = false;
  let lines = 0;
  let characters = 0;
  for await (const line of linesIn(content, { bytesMax: LINE_BYTES_MAX, tooLong })) {
    lines += 1;
    characters += line.length;
    if (lines > REMOTE_LIMITS.rowsMax + PARTS_MAX) throw tooMany(REMOTE_LIMITS.rowsMax, 'rows');
    if (isWhole) throw wrong(lines, 'stands behind the end');
    // The lines of a piece come without a pause.
    if (characters > CHARACTERS_AT_ONCE) {
      characters = 0;
      await nextTurn();
    }
    const value = parsed(line, lines);
    if (value.end === true) isWhole = true;
    else if (value.part !== undefined) {
      const part = partOf(value.part, lines);
      if (parts.has(part.key)) throw wrong(lines, 'is a part that came before');
      if (parts.size >= PARTS_MAX) throw tooMany(PARTS_MAX, 'parts');
      current = new Map();
      parts.set(part.key, { ...part, rows: current });
    } else {
      if (current === undefined) throw wrong(lines, 'is a row without a part');
      const row = rowOf(value, lines);
      // Of the same row twice the first counts, as in a pull.
      if (!current.has(row.row)) current.set(row.row, row);
    }
  }
  if (!isWhole)
    throw new AppError('invalid_field', 'The listing has no end. Send it as a whole.', { field: 'file' });
  return [...parts.values()].map(({ rows, ...part }) => ({
    ...part,
    listing: part.state === 'ok' ? [...rows.values()] : null,
  }));
}

type Value = Readonly<Record<string, unknown>>;

function parsed(line: string, number: number): Value {
  try {
    const value: unknown = JSON.parse(line);
    if (isObject(value)) return value;
  } catch {
    // The error below says which line it is.
  }
  throw wrong(number, 'is no JSON object');
}

function partOf(value: unknown, line: number): Omit<SentPart, 'listing'> {
  const { key, path, kind, state, place, problem } = isObject(value) ? value : {};
  const knownKind = KINDS.find((known) => known === kind);
  const knownState = STATES.find((known) => known === state);
  if (
    !isText(key) ||
    !isText(path, TEXT_CHARACTERS_MAX) ||
    knownKind === undefined ||
    knownState === undefined ||
    !isPlace(place)
  )
    throw wrong(line, 'is no part');
  if (knownState === 'ok' ? problem !== undefined : !isText(problem, TEXT_CHARACTERS_MAX))
    throw wrong(line, 'needs a problem exactly where its state is not ok');
  return {
    // Two keys that differ only in what is replaced are one in the database.
    key: storableText(key),
    path,
    kind: knownKind,
    state: knownState,
    place,
    problem: (problem as string) ?? null,
  };
}

function rowOf({ row, name, version, runsIn, place }: Value, line: number): ListedRow {
  const isRow = isText(row) && isText(name) && isText(version) && isPlace(place);
  if (
    !isRow ||
    !(runsIn === undefined || isText(runsIn, TEXT_CHARACTERS_MAX)) ||
    !ROW_REASONS.includes(place.reason)
  )
    throw wrong(line, 'is no row');
  return { row, name, version, runsIn, place };
}

const isObject = (value: unknown): value is Value =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isText = (value: unknown, charactersMax = NAME_CHARACTERS_MAX): value is string =>
  typeof value === 'string' && value !== '' && value.length <= charactersMax;

function isPlace(value: unknown): value is RemotePlace {
  if (!isObject(value)) return false;
  const members = Object.entries(value);
  return (
    members.length <= PLACE_MEMBERS_MAX &&
    members.every(([name, text]) => isText(name) && (text === '' || isText(text, TEXT_CHARACTERS_MAX)))
  );
}

const wrong = (line: number, what: string) =>
  new AppError('invalid_field', `Line ${formatNumber(line)} of the listing ${what}.`, { field: 'file' });

const tooLong = (line: number) => wrong(line, `has more than ${formatNumber(LINE_BYTES_MAX)} bytes`);

const tooMany = (max: number, what: string) =>
  new AppError('invalid_field', `The listing has more than ${formatNumber(max)} ${what}.`, {
    field: 'file',
  });
