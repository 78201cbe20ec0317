/** Report of a pull: as text for people, as JSON for programs. */
import { coverageText, type PullCoverage, REASONS, type Reason } from '../../remotes/coverage.ts';
import { formatNumber, plural } from '../../text/format.ts';
import type { ListedPart } from './list-tenant.ts';
import type { PlatformWords } from './platform.ts';
import type { RecordedPackage } from './pull-record.ts';

/** Content of a report. */
export interface PullOutcome {
  readonly url: string;
  readonly words: PlatformWords;
  /** Folder that packages went to; null: they were only listed. */
  readonly folder: string | null;
  readonly parts: readonly ListedPart[];
  readonly packages: readonly RecordedPackage[];
  readonly coverage: PullCoverage;
  /** Packages that were fetched and stored now. */
  readonly newCount: number;
  /** Sentences about rights that are not needed. */
  readonly warnings: readonly string[];
  /** Sentences about packages that could not be fetched. */
  readonly problems: readonly string[];
  /** Files of earlier pulls whose packages were not listed now, do not run, or could not be fetched. */
  readonly earlierFiles: readonly string[];
}

/** Sentences of one kind that are shown. */
const SENTENCES_MAX = 20;

/** Writes the report as text. */
export function pullText(outcome: PullOutcome): string {
  const { words, folder, parts, packages, coverage, newCount } = outcome;
  const lines = folder === null ? [...packages.map(packageLine), ''] : [];
  const total = `${coverageText(coverage)} ${words.artefacts}`;
  lines.push(
    folder === null
      ? `${total} ${words.run}. Nothing was fetched.`
      : `${total} are in ${JSON.stringify(folder)}, ${newCount === 0 ? 'none' : formatNumber(newCount)} of them new.`,
  );
  for (const [reason, count] of Object.entries(coverage.reasons))
    lines.push(`  ${formatNumber(count)} ${REASONS[reason as Reason]}`);
  const others = packages.filter(({ version, runs }) => runs.some((run) => run.version !== version));
  if (others.length > 0)
    lines.push(`  Older versions of ${plural(others.length, 'package')} run too. They are not fetched.`);
  if (outcome.earlierFiles.length > 0)
    lines.push(
      `  Files of earlier pulls stay, although their packages were not listed or not fetched now: ${shown(outcome.earlierFiles)}.`,
    );
  lines.push(...limited(outcome.problems), ...limited(parts.flatMap(({ problem }) => problem ?? [])));
  lines.push(...outcome.warnings.map((sentence) => `Warning: ${sentence}`));
  return `${lines.join('\n')}\n`;
}

function packageLine({ key, name, version, runs, reason }: RecordedPackage): string {
  const places = runs.map((run) => (run.version === version ? run.part : `${run.part} (${run.version})`));
  const shownKey = key.endsWith(`/${name}`) ? key : `${key} ${JSON.stringify(name)}`;
  return `${shownKey} ${version}  ${reason === null ? shown(places) : '-'}`;
}

function shown(names: readonly string[]): string {
  const first = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${first} and ${formatNumber(names.length - 3)} more` : first;
}

/** Returns the sentences that are shown. */
export function limited(sentences: readonly string[]): readonly string[] {
  const rest = sentences.length - SENTENCES_MAX;
  return rest <= 0 ? sentences : [...sentences.slice(0, SENTENCES_MAX), `… and ${formatNumber(rest)} more.`];
}

/** Writes the report as JSON. */
export function pullDocument({ words: _, ...outcome }: PullOutcome): string {
  return `${JSON.stringify(outcome, null, 2)}\n`;
}
