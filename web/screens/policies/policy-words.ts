/** Words for policy packs. */
import type { PackVersion } from '../../api/calls/policies.ts';

/** Returns the name of a version, as assignments and runs write it: `finance@2.3.0`. */
export function versionName({ slug, version }: PackVersion): string {
  return `${slug}@${version}`;
}

/** Choice of a run → its meaning. */
export const CHOICE_LABELS: Readonly<Record<string, string>> = {
  any: 'Anything',
  stricter: 'Only what is as strict or stricter',
  fixed: 'Nothing',
};

/** Class of a difference → how certain it is. */
export const CLASS_LABELS: Readonly<Record<string, string>> = {
  exact: 'Exact',
  reanalysis: 'Analysed again',
  unknown: 'Unknown',
};

/** Reason why a verdict is unknown → its explanation. */
export const REASON_LABELS: Readonly<Record<string, string>> = {
  older_run: 'Validated by another version of the service: validate the file again',
  list_cut: 'The run has more findings than are stored',
  notes: 'Notes in the file waive findings',
  rule_failed: 'A rule failed before its end',
  archive_paths: 'The pack has overrides by path, and the file is an archive',
  rule_on: 'A rule is on that was off',
  options: 'A rule has other options',
  groups: 'Findings that stand for several places',
  exceptions: 'Exceptions for findings that would be new',
  new_findings: 'The gate counts new findings',
  unreadable_policy: 'The policy of the run cannot be opened',
};
