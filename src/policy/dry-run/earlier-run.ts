/** An earlier run, as a dry run knows it. */

import type { Finding } from '../../analysis/model/finding.ts';
import { FILE_KINDS, type FileKind } from '../../analysis/model/kinds/file-kind.ts';
import type { Inventory } from '../../analysis/model/measures/inventory.ts';
import type { Metrics } from '../../analysis/model/measures/metrics.ts';
import type { Platform } from '../../analysis/model/platform.ts';
import type { EnforcementMode, RuleError, Summary } from '../../analysis/model/report.ts';
import type { FileIdentity } from '../../contract/runs/same-file.ts';

/** The newest run of a file, as it was stored. */
export interface EarlierRun {
  readonly platform: Platform;
  readonly kind: FileKind;
  readonly path: string;
  /** Identity by which exceptions are found. */
  readonly file: FileIdentity;
  /** A file of a project, whose rules across files and conditions are the project's. */
  readonly isPart: boolean;
  /** Another version of the program made it. */
  readonly isOlder: boolean;
  readonly rulesetDigest: string;
  readonly enforcementMode: EnforcementMode;
  readonly passed: boolean;
  readonly summary: Summary;
  readonly findings: readonly Finding[];
  readonly ruleErrors: readonly RuleError[];
  /** Null: stored before dry runs. */
  readonly hasNotes: boolean | null;
  readonly inventory: Inventory | null;
  readonly metrics: Metrics | null;
}

/** Returns whether a file holds several workflows that are judged together. */
export function isArchive({ kind }: Pick<EarlierRun, 'kind'>): boolean {
  return FILE_KINDS[kind].content === 'several';
}
