/** Lists one mistake in true copies of a workflow as one finding, that of the first copy. */
import { formatNumber, plural } from '../../../text/format.ts';
import type { Finding } from '../../model/finding.ts';
import { everyFinding, worstOf } from './mistakes.ts';

/** Maximum number of places that a description names. */
export const NAMED_MAX = 10;

/** Endings of files that workflows are packed in. */
const PACKED = /\.(?:zip|nupkg|bprelease|bpskill|atmx|msapp)$/i;

/** Returns the member of the archive that a finding is in. */
const fileOf = ({ location: { names } }: Finding): string => names[0] ?? '';

/** Counts the archives and releases on a path. */
const packedDepth = (path: string): number =>
  path.split('/').filter((segment) => PACKED.test(segment)).length;

/** Orders the paths of copies: unpacked files before archives, then the shortest path. */
export function comparePaths(a: string, b: string): number {
  return packedDepth(a) - packedDepth(b) || a.length - b.length || (a < b ? -1 : Number(a > b));
}

const byPath = (first: Finding, second: Finding): number => comparePaths(fileOf(first), fileOf(second));

/** Makes the one finding of copies: that of the first, with the worst severity of all. */
function standForCopies(copies: readonly Finding[]): Finding {
  const [first, ...others] = copies as readonly [Finding, ...Finding[]];
  if (others.length === 0) return first;
  return {
    ...first,
    severity: worstOf(copies),
    description: `${first.description} ${copiesSentence(others.map(fileOf))}`,
    complianceTags: [...new Set(copies.flatMap(({ complianceTags }) => complianceTags))],
    copies: everyFinding(copies),
  };
}

/**
 * Returns the sentence that counts copies and names them.
 * @param count of all of them, where `files` are the first
 */
export function copiesSentence(files: readonly string[], count = files.length): string {
  const named = files.slice(0, NAMED_MAX);
  const rest = count - named.length;
  const more = rest === 0 ? '' : ` and ${formatNumber(rest)} more`;
  return `${plural(count, 'further place')} with the same content: ${named.join('; ')}${more}.`;
}

/**
 * Lists the copies of each mistake as one finding.
 * @param stateOf returns what sets copies apart, such as their exception
 */
export function foldCopies(
  findings: readonly Finding[],
  stateOf: (finding: Finding) => string,
): readonly Finding[] {
  if (findings.every(({ copyKey }) => copyKey === undefined)) return findings;
  const sets = Map.groupBy(findings, (finding) =>
    finding.copyKey === undefined ? finding : `${finding.copyKey} ${stateOf(finding)}`,
  );
  return [...sets.values()].map((copies) => standForCopies(copies.toSorted(byPath)));
}

/** Returns whether a finding stands for several copies. */
export const hasCopies = (
  finding: Finding,
): finding is Finding & Required<Pick<Finding, 'copies' | 'copyKey'>> => finding.copies !== undefined;

/**
 * Replaces the keys of copies by the fingerprints of the first ones, and drops all other keys. The keys follow from
 * contents: stored ones could confirm a guessed secret.
 */
export function withPlainKeys(findings: readonly Finding[]): readonly Finding[] {
  if (findings.every(({ copyKey }) => copyKey === undefined)) return findings;
  return findings.map((finding) => {
    if (!hasCopies(finding)) return withKey(finding, undefined);
    const keys = new Map<string, string>();
    const plain = (own: Finding): Finding => {
      if (own.copyKey === undefined) return own;
      const key = keys.get(own.copyKey) ?? own.fingerprints.strong;
      keys.set(own.copyKey, key);
      return withKey(own, key);
    };
    const copies = finding.copies.map(plain);
    const { sameMistake } = finding;
    const same = sameMistake === undefined ? {} : { sameMistake: copies.slice(0, sameMistake.length) };
    return { ...withKey(finding, copies[0]!.copyKey), ...same, copies };
  });
}

function withKey({ copyKey: _, ...finding }: Finding, key: string | undefined): Finding {
  if (finding.sameMistake !== undefined && finding.copies === undefined)
    return { ...finding, sameMistake: finding.sameMistake.map((own) => withKey(own, key)) };
  return key === undefined ? finding : { ...finding, copyKey: key };
}
