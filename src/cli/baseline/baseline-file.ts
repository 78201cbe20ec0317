/** Baseline: a file of findings that are known, without any value of a workflow. */
import { readFile, stat, writeFile } from 'node:fs/promises';
import type { Matchable } from '../../analysis/engine/match-findings.ts';
import { type Finding, locationText } from '../../analysis/model/finding.ts';
import { SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import { StartError } from '../../infra/process/start-error.ts';
import { decodeWritten } from '../../text/decode-written.ts';
import { formatNumber } from '../../text/format.ts';

/** Name of the file if none is given. */
export const BASELINE_NAME = 'flowarden-baseline.json';

const BASELINE_BYTES_MAX = 64 * 1024 * 1024;
const SCHEMA_VERSION = 1;

/** A known finding. */
export interface BaselineEntry extends Matchable {
  /** Path of its file from the folder of the baseline, with `/`. */
  readonly path: string;
  readonly rule: string;
  readonly severity: Severity;
  /** Human names of its place. */
  readonly place: string;
  /** Day on which it came into the baseline, as `2026-11-23`. */
  readonly since: string;
  readonly reason?: string;
}

/** Returns the entry of a finding. */
export function entryOf(path: string, finding: Finding, since: string, reason?: string): BaselineEntry {
  const { ruleId, severity, location, fingerprints, group } = finding;
  const places = group?.places.map((place) => ({ fingerprints: place.fingerprints }));
  return {
    path,
    rule: ruleId,
    severity,
    place: locationText(location),
    since,
    ...(reason === undefined ? {} : { reason }),
    fingerprints,
    ...(places === undefined ? {} : { group: { places } }),
  };
}

/** Returns whether a finding may be known: a critical secret is removed and rotated, never put aside. */
export function canBeKnown({ severity, category }: Pick<Finding, 'severity' | 'category'>): boolean {
  return severity !== 'critical' || category !== 'security';
}

/** Sorts entries so that a baseline changes only where findings do, and writes each on a line of its own. */
export async function writeBaseline(file: string, entries: readonly BaselineEntry[]): Promise<void> {
  const lines = entries.map((entry) => ({ key: sortKey(entry), line: JSON.stringify(entry) }));
  lines.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const findings = lines.map(({ line }) => `\n    ${line}`).join(',');
  const text = `{\n  "schemaVersion": ${SCHEMA_VERSION},\n  "findings": [${findings}\n  ]\n}\n`;
  await writeFile(file, text).catch((cause: unknown) => {
    throw new StartError(`The baseline ${JSON.stringify(file)} cannot be written: ${reasonOf(cause)}`, 2, {
      cause,
    });
  });
}

const sortKey = ({ path, rule, place, fingerprints }: BaselineEntry): string =>
  [path, rule, place, fingerprints.strong].join('\0');

const reasonOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Reads a baseline. @throws StartError (exit 2) when it is missing or damaged: an empty one would be a guess */
export async function readBaseline(file: string): Promise<readonly BaselineEntry[]> {
  const name = JSON.stringify(file);
  const text = await readText(file);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new StartError(`The baseline ${name} is not JSON: ${reasonOf(cause)}.`, 2, { cause });
  }
  const { schemaVersion, findings } = (value ?? {}) as Partial<Record<string, unknown>>;
  if (schemaVersion !== SCHEMA_VERSION || !Array.isArray(findings)) {
    const wanted = `"schemaVersion": ${SCHEMA_VERSION} and a list "findings"`;
    throw new StartError(`The baseline ${name} needs ${wanted}. Write it anew: flowarden baseline write.`, 2);
  }
  const wrong = findings.findIndex((entry) => !isEntry(entry));
  if (wrong !== -1)
    throw new StartError(
      `The baseline ${name} is damaged at finding ${wrong + 1}. Restore it from Git, or write it anew.`,
      2,
    );
  return findings as readonly BaselineEntry[];
}

async function readText(file: string): Promise<string> {
  const name = JSON.stringify(file);
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new Error('it is not a file.');
    if (found.size <= BASELINE_BYTES_MAX) return decodeWritten(await readFile(file));
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const problem = isMissing
      ? `There is no baseline ${name}. Write it with: flowarden baseline write.`
      : `The baseline ${name} cannot be read: ${reasonOf(cause)}`;
    throw new StartError(problem, 2, { cause });
  }
  throw new StartError(`The baseline ${name} has more than ${formatNumber(BASELINE_BYTES_MAX)} bytes.`, 2);
}

type Members = Readonly<Record<string, unknown>>;
const isMembers = (value: unknown): value is Members => typeof value === 'object' && value !== null;
const areTexts = (value: Members, names: readonly string[]): boolean =>
  names.every((name) => typeof value[name] === 'string');

function hasFingerprints(value: unknown): boolean {
  if (!isMembers(value)) return false;
  const { fingerprints } = value;
  return isMembers(fingerprints) && areTexts(fingerprints, ['element', 'strong', 'medium', 'weak']);
}

function isEntry(value: unknown): value is BaselineEntry {
  if (!isMembers(value) || !hasFingerprints(value)) return false;
  if (!areTexts(value, ['path', 'rule', 'place', 'since'])) return false;
  if (!SEVERITIES.some((severity) => severity === value.severity)) return false;
  if (value.reason !== undefined && typeof value.reason !== 'string') return false;
  if (value.group === undefined) return true;
  return (
    isMembers(value.group) && Array.isArray(value.group.places) && value.group.places.every(hasFingerprints)
  );
}
