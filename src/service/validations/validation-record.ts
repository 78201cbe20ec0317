/** Record of a finished validation. */
import type { Diff } from '../../analysis/model/diff.ts';
import type { Finding } from '../../analysis/model/finding.ts';
import type { FileKind } from '../../analysis/model/kinds/file-kind.ts';
import type { ChannelEnd } from '../../analysis/model/measures/channel-end.ts';
import type { Inventory } from '../../analysis/model/measures/inventory.ts';
import type { Metrics } from '../../analysis/model/measures/metrics.ts';
import type { WholeForm } from '../../analysis/model/measures/whole-form.ts';
import type { Platform } from '../../analysis/model/platform.ts';
import type { PolicyGate } from '../../analysis/model/policy.ts';
import type { CheckedRules, EnforcementMode, RuleError, Summary } from '../../analysis/model/report.ts';
import type { PipelineContext } from '../../contract/ci-context.ts';
import type { RunTags } from '../../contract/runs/run-tags.ts';

/** Finished validation, as it is stored. */
export interface ValidationRecord extends RunTags {
  /** A UUIDv7 of the moment of submission: `uuidV7()`. */
  readonly id: string;
  readonly orgId: string;
  /** The project that it is a file of; null: it was submitted by itself. */
  readonly projectId: string | null;
  readonly platform: Platform;
  readonly kind: FileKind;
  /** Path of the file. */
  readonly filename: string;
  /** False: `filename` is the base name alone, as it was stored before paths were. */
  readonly hasPath: boolean;
  /** The branch of the pipeline context, where there is one. */
  readonly branch: string | null;
  readonly environment: string | null;
  readonly ruleset: string;
  readonly rulesetDigest: string;
  readonly policyPackId: string | null;
  readonly policyPackSlug: string | null;
  readonly enforcementMode: EnforcementMode;
  readonly passed: boolean;
  /** The mildest severity that blocks. */
  readonly failOn: PolicyGate['failOn'];
  /** Findings that block, or would block in the blocking mode. */
  readonly wouldBlockCount: number;
  readonly score: number;
  readonly scoreVersion: string;
  /** True totals, also when `findings` was cut. */
  readonly summary: Summary;
  readonly findings: readonly Finding[];
  readonly ruleErrors: readonly RuleError[];
  /** Inventory and metrics of the file; null in a record that was read. */
  readonly inventory: Inventory | null;
  readonly metrics: Metrics | null;
  /** Ends of its channels to other projects; null: they are not stored, or the record was read. */
  readonly channels: readonly ChannelEnd[] | null;
  /** Form of the file; null: it has none, or the record was read. */
  readonly form: WholeForm | null;
  /** Rules that ran to their end, by category; null in a record that was read. */
  readonly checkedRules: CheckedRules | null;
  /** Hash of the outline, hexadecimal; null: none is stored. */
  readonly outlineId: string | null;
  /** True if notes in the file waive findings or try to; null in a record from the database. */
  readonly hasNotes: boolean | null;
  /** A file of a project, whose conditions are the project's; null in a record that was read. */
  readonly isPart: boolean | null;
  readonly pipeline: PipelineContext | null;
  readonly diff: Diff;
  readonly artifactKey: string;
  /** Hexadecimal. */
  readonly contentSha256: string;
  readonly contentBytes: number;
  /** Version of the program that made it. */
  readonly engineVersion: string;
  readonly validatedAt: Date;
  readonly validationMs: number;
  /** Id and name of the key or user that submitted it. */
  readonly ownerId: string | null;
  readonly ownerName: string | null;
}
