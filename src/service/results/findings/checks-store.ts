/** Store of what runs have checked. */

import type { FileKind } from '../../../analysis/model/kinds/file-kind.ts';
import type { Metrics } from '../../../analysis/model/measures/metrics.ts';
import type { RuleError } from '../../../analysis/model/report.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { type BodyPlace, requireBody } from '../bodies/read-bodies.ts';
import { movedFactsOf } from '../bodies/result-body.ts';

export interface Checks {
  readonly kind: FileKind | null;
  /** Rules that ran to their end, by category; null: a run of an earlier version. */
  readonly checkedRules: Readonly<Record<string, number>> | null;
  readonly ruleErrors: readonly RuleError[];
  /** Null: a run of an earlier version. */
  readonly metrics: Metrics | null;
  readonly contentBytes: number;
  /** Hexadecimal. */
  readonly contentSha256: string;
  readonly engineVersion: string | null;
  readonly ruleset: string;
  readonly rulesetDigest: string;
  readonly validationMs: number;
}

/** Finds what a completed run has checked; undefined when the organisation has none with this id. @throws AppError `result_unreadable` */
export async function findChecks(sql: TenantTransaction, id: string): Promise<Checks | undefined> {
  const [row] = await sql<[(Checks & BodyPlace)?]>`
    select id, body_id, kind, checked_rules, rule_errors, metrics, content_bytes, encode(content_sha256, 'hex') as content_sha256,
      engine_version, ruleset, ruleset_digest, validation_ms
    from validations where org_id = ${sql.orgId} and id = ${id} and status = 'completed'`;
  if (row === undefined) return undefined;
  const { id: _, bodyId, ...checks } = row;
  const body = checks.metrics === null ? requireBody(sql, { id, bodyId }) : undefined;
  if (!body?.metrics) return checks;
  return {
    ...checks,
    ...movedFactsOf(body),
    checkedRules: JSON.parse(body.checkedRules),
    metrics: JSON.parse(body.metrics),
  };
}
