/** Places of findings: those of a group are mended one by one. */
import type { Finding } from '../model/finding.ts';

/** One place of a finding: those of a group are mended one by one. */
export type MendableFinding = Pick<Finding, 'ruleId' | 'subject' | 'location' | 'fingerprints'> & {
  /** A note in the file says that it stays. */
  readonly isWaived: boolean;
};

/** Returns the places of a finding, each as a finding of its own. */
export function mendableFindings({ group, ...finding }: Finding): readonly MendableFinding[] {
  const { ruleId, exceptionStatus } = finding;
  return (group?.places ?? [finding]).map(({ subject, location, fingerprints }) => ({
    ruleId,
    subject,
    location,
    fingerprints,
    isWaived: exceptionStatus !== 'none',
  }));
}
