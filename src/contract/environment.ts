/** Where a workflow is going to run, and what its runs ask for there. */
import type { EnforcementMode } from '../analysis/model/report.ts';

export interface Environment {
  /** Unique in the organisation: `ENVIRONMENT_NAME`. */
  readonly name: string;
  readonly description: string | null;
  /** Null: that of the organisation. */
  readonly enforcementMode: EnforcementMode | null;
  /** Null: that of the organisation. */
  readonly ruleset: string | null;
}

/** What a name of an environment looks like. */
export const ENVIRONMENT_NAME = /^[a-z0-9][a-z0-9._-]*$/;

/** The environments that a new organisation gets. */
export const ENVIRONMENTS_DEFAULT = ['development', 'test', 'staging', 'production'] as const;
