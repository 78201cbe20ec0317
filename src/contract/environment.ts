/** Environment that a workflow is going to run in, with the defaults of its runs. */
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

/** Pattern of an environment's name. */
export const ENVIRONMENT_NAME = /^[a-z0-9][a-z0-9._-]*$/;

/** The environments that a new organisation gets. */
export const ENVIRONMENTS_DEFAULT = ['development', 'test', 'staging', 'production'] as const;

/** Limits of the mode, ruleset or policy pack that a request may choose. */
export const POLICY_CHOICES = ['any', 'stricter', 'fixed'] as const;
export type PolicyChoice = (typeof POLICY_CHOICES)[number];
