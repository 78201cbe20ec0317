/** Folds true copies among the findings of a file. */
import type { Finding } from '../../model/finding.ts';
import { type Summary, summarise } from '../../model/report.ts';
import { SEVERITIES } from '../../model/rule.ts';
import type { Scored } from '../score.ts';
import { foldCopies, withPlainKeys } from './copies.ts';
import type { LimitedFindings } from './findings-limit.ts';
import { waiverOf } from './list-mistakes.ts';
import { countedFindings } from './mistakes.ts';

/** Findings with their totals, and those that the score counts. */
export interface Folded {
  readonly listed: readonly Finding[];
  readonly summary: Summary;
  readonly scored: readonly Scored[];
}

/** Returns the findings with each mistake in several copies listed once. */
export function foldFound({ listed: found, severities, scored, unlisted }: LimitedFindings): Folded {
  const summary = summarise(severities.map((severity) => ({ severity })));
  const listed = withPlainKeys(foldCopies(found, waiverOf));
  if (listed === found) return { listed, summary, scored };
  return {
    listed,
    summary: summaryAfter({ findings: found, summary }, listed),
    scored: [...countedFindings(listed), ...unlisted],
  };
}

/** Part of a report with the true totals of a list that may be cut. */
type Counted = { readonly findings: readonly Finding[]; readonly summary: Summary };

/** Returns the totals of findings of which groups, mistakes or copies are listed another way. */
export function summaryAfter({ findings: before, summary }: Counted, findings: readonly Finding[]): Summary {
  const [from, to] = [summarise(before), summarise(findings)];
  const moved = { ...summary };
  for (const key of [...SEVERITIES, 'total'] as const) moved[key] += to[key] - from[key];
  return moved;
}
