/** Records of a project and of each of its files. */

import type { Diff } from '../../../analysis/model/diff.ts';
import type { Finding } from '../../../analysis/model/finding.ts';
import type { Tally } from '../../../analysis/model/measures/tally.ts';
import type { Platform } from '../../../analysis/model/platform.ts';
import type { PolicyGate } from '../../../analysis/model/policy.ts';
import type { EnforcementMode, RuleError, Summary } from '../../../analysis/model/report.ts';
import type { Severity } from '../../../analysis/model/rule.ts';
import type { PipelineContext } from '../../../contract/ci-context.ts';
import type { ProjectStatus } from '../../../contract/lists/project-status.ts';
import type { RunTags } from '../../../contract/runs/run-tags.ts';
import type { ErrorCode } from '../../../errors.ts';
import type { ProjectPayload } from '../../../infra/queue/job.ts';

/** Reason why a project or file was not validated. */
export interface StoredError {
  readonly code: ErrorCode;
  readonly message: string;
}

/** A project as it is submitted. */
export interface NewProject extends RunTags {
  /** A UUIDv7 of the moment of submission. */
  readonly id: string;
  readonly orgId: string;
  readonly filename: string;
  /** The branch of the pipeline context, where there is one. */
  readonly branch: string | null;
  readonly pipeline: PipelineContext;
  readonly enforcementMode: EnforcementMode;
  /** Name of the rules. */
  readonly ruleset: string;
  /** The mildest severity that blocks. */
  readonly failOn: PolicyGate['failOn'];
  readonly policyPackId: string | null;
  readonly policyPackSlug: string | null;
  readonly environment: string | null;
  /** Judge unchanged objects of the vendor. */
  readonly includeVendor: boolean;
  /** Judge workflows of Azure Logic Apps (Standard). */
  readonly includeLogicApps: boolean;
  /** Report known files that were not analysed as high findings. */
  readonly blockUnanalysed: boolean;
  readonly blobId: string | null;
  readonly contentBytes: number;
  /** Hexadecimal. */
  readonly contentSha256: string;
  readonly fileCount: number;
  readonly ownerId: string | null;
  readonly ownerName: string | null;
  /** The pull that has fetched it, and its source; absent: it was submitted. */
  readonly pulled?: PulledFrom;
}

/** Source and pull of a project. */
export interface PulledFrom {
  readonly sourceId: string;
  readonly pullId: string;
}

/** Data of a job that starts or resumes a project: the project and the origin of its request. */
export interface ProjectOrigin extends ProjectPayload {
  readonly requestId: string | null;
  readonly traceparent: string | null;
}

/** Result of a completed project beyond its files. */
export interface ProjectResult {
  /** Nothing blocks, and no file failed. */
  readonly passed: boolean;
  /** Findings that block, or would block in the blocking mode; null in results of earlier versions. */
  readonly wouldBlockCount: number | null;
  /** Null in results of earlier versions that had no workflow. */
  readonly score: number | null;
  readonly scoreVersion: string;
  readonly summary: Summary;
  /** Across files. */
  readonly findings: readonly Finding[];
  readonly ruleErrors: readonly RuleError[];
  readonly evaluatedRuleIds: readonly string[];
  readonly diff: Diff;
}

/** A project in any state. */
export interface ProjectRecord extends Omit<NewProject, 'pulled'> {
  /** Source and pull that it comes from; null: it was submitted. */
  readonly sourceId: string | null;
  readonly pullId: string | null;
  readonly status: ProjectStatus;
  readonly previousId: string | null;
  /** Null until it is completed. */
  readonly result: ProjectResult | null;
  /** Digest of the inputs of the findings across files besides the files, hexadecimal. */
  readonly basis: string | null;
  readonly error: StoredError | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly completedAt: Date | null;
}

/** Place of a file in its archive. */
export interface ItemPlace {
  readonly localStart: number;
  /** Start of the next entry of the archive. */
  readonly endMax: number;
  readonly packedBytes: number;
  readonly sizeBytes: number;
  readonly method: number;
  readonly crc: number;
}

/** A file of a project before its validation. */
export interface NewItem {
  readonly number: number;
  readonly shard: number;
  readonly path: string;
  readonly place: ItemPlace;
  /** Of the file with this path in the run that the project is compared with; null: it had none. */
  readonly previousNumber: number | null;
}

/** Finding that may have copies in other files of its project. */
export interface CopiedFinding {
  readonly id: string;
  /** Equal for copies in one state. */
  readonly key: string;
  readonly severity: Severity;
  /** An exception waives it, so that it does not block. */
  readonly isExcepted: boolean;
}

/** Such findings of a file by their place in its list, from 1. */
export type CopyKeysByPlace = Readonly<Record<number, CopiedFinding>>;

/** Finding that is listed as its copy in another file of the project. */
export interface ListedElsewhere {
  readonly findingId: string;
  /** Id of the finding that stands for it. */
  readonly listedAs: string;
  /** Path of the file in which that one is listed. */
  readonly listedIn: string;
}

/** Result of the validation of a file. */
export interface ItemResult {
  readonly number: number;
  readonly status: 'completed' | 'failed' | 'skipped';
  /** Key of its outcome in `file_reports`, hexadecimal; null when nothing of it is stored there. */
  readonly reportKey: string | null;
  readonly platform: Platform | null;
  readonly validationId: string | null;
  readonly passed: boolean | null;
  readonly score: number | null;
  readonly summary: Summary | null;
  readonly tally: Tally | null;
  /** Counts for the gate too what notes in the file waive; null: the same as `tally`. */
  readonly gateTally: Tally | null;
  /** Sealed keys of findings that may have copies in other files; null: there are none. */
  readonly copyKeys: CopyKeysByPlace | undefined;
  readonly error: StoredError | null;
  /** Digest of its inputs, hexadecimal; null: another run of the same file may end differently. */
  readonly basis: string | null;
  /** Event of the validation. */
  readonly eventId: string | null;
}

/** A file of a project in any state, as callers see it. */
export type ProjectItem = Omit<
  ItemResult,
  'status' | 'reportKey' | 'tally' | 'gateTally' | 'copyKeys' | 'basis' | 'eventId'
> & {
  readonly status: ItemResult['status'] | 'queued';
  readonly path: string;
  /** Findings that block, or would block in the blocking mode; null without a result. */
  readonly wouldBlockCount: number | null;
  /** Its findings that neither `summary` nor `wouldBlockCount` count. */
  readonly listedElsewhere: readonly ListedElsewhere[];
};

/** Counts of a project's files that have ended, by outcome. */
export interface ItemCounts {
  readonly processed: number;
  readonly failed: number;
  readonly skipped: number;
}
