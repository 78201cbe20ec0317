/** Tags of a run: what its submitter says of it, stored as it was sent. */
import type { AllMembers } from '../../contract/complete.ts';

/** Tags of a run. Null: not sent. */
export interface RunTags {
  /** Tag of the submitter's own. */
  readonly label: string | null;
  /** Origin of the run, such as `cicd`. */
  readonly source: string | null;
}

/** Returns the tags of a submission or a project, which the run keeps. */
export function runTags({ label, source }: RunTags): AllMembers<RunTags> {
  return { label, source };
}
