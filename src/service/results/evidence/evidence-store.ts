/** Queries for evidence: runs, findings and exceptions of an organisation by control. */
import type { Platform } from '../../../analysis/model/platform.ts';
import type { Severity } from '../../../analysis/model/rule.ts';
import { storableArray } from '../../../infra/database/postgres-text.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { statusOfNow } from '../estate/finding-exceptions-store.ts';

/** Time that evidence is about. */
export interface EvidenceTime {
  /** Inclusive. */
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

/** Runs of one platform under one ruleset. */
export interface RunGroup {
  readonly platform: Platform;
  readonly ruleset: string;
  /** Slug of the policy pack; null: none. */
  readonly policyPack: string | null;
  readonly runs: number;
  /** Runs that would block. */
  readonly blocked: number;
}

/** Counts the runs that finished in the time, by platform and ruleset. */
export async function countRunGroups(
  sql: TenantTransaction,
  { from, to }: EvidenceTime,
): Promise<readonly RunGroup[]> {
  return sql<RunGroup[]>`
    select platform, ruleset, policy_pack_slug as policy_pack, count(*)::int as runs,
      (count(*) filter (where would_block_count > 0))::int as blocked
    from validations
    where org_id = ${sql.orgId} and status = 'completed' and validated_at >= ${from} and validated_at < ${to}
    group by platform, ruleset, policy_pack_slug
    order by platform, ruleset, policy_pack_slug`;
}

/** A control, and a rule that is relevant to it. */
export interface RuleOfControl {
  readonly control: string;
  readonly ruleId: string;
}

/** Findings of a control. */
export interface ControlFindings extends Readonly<Record<Severity, number>> {
  readonly control: string;
  /** Number of findings without an approved exception. */
  readonly open: number;
  readonly waived: number;
  /** First seen in the time. */
  readonly firstSeen: number;
  readonly workflows: number;
}

/** Counts the findings of the runs that the workflows show, by control; none for a control without findings. */
export async function countControlFindings(
  sql: TenantTransaction,
  pairs: readonly RuleOfControl[],
  { from, to }: EvidenceTime,
): Promise<readonly ControlFindings[]> {
  const isOpen = sql`${statusOfNow(sql)} <> 'approved'`;
  const ofSeverity = (rank: number) => sql`(count(*) filter (where severity = ${rank} and ${isOpen}))::int`;
  return sql<ControlFindings[]>`
    select control, (count(*) filter (where ${isOpen}))::int as open,
      (count(*) filter (where not ${isOpen}))::int as waived,
      (count(*) filter (where since >= ${from} and since < ${to}))::int as first_seen,
      count(distinct workflow_id)::int as workflows,
      ${ofSeverity(4)} as critical, ${ofSeverity(3)} as high, ${ofSeverity(2)} as medium, ${ofSeverity(1)} as low
    from ${pairRows(sql, pairs)}
    join open_findings on open_findings.org_id = ${sql.orgId} and open_findings.rule_id = pair.rule_id
    group by control`;
}

/** An exception of a control, with who requested and decided it. */
export interface ControlException {
  readonly control: string;
  readonly id: string;
  readonly ruleId: string;
  readonly severity: Severity;
  readonly fileName: string;
  readonly location: string;
  readonly repository: string | null;
  readonly decision: 'pending' | 'approved' | 'rejected' | 'revoked';
  readonly reason: string;
  readonly requestedAt: Date;
  readonly requestedBy: string;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly decisionNote: string | null;
  readonly revokedAt: Date | null;
  readonly revokedBy: string | null;
  readonly expiresAt: Date;
  /** Number of exceptions of the control, of which the newest are listed. */
  readonly total: number;
}

/** Lists exceptions that existed in the time, newest first, at most `rowsMax` of each control. */
export async function listControlExceptions(
  sql: TenantTransaction,
  pairs: readonly RuleOfControl[],
  { from, to }: EvidenceTime,
  rowsMax: number,
): Promise<readonly ControlException[]> {
  return sql<ControlException[]>`
    select * from (
      select control, id, exceptions.rule_id, severity, file_name, location, repository, decision, reason, requested_at,
        requested_by_name as requested_by, decided_at, decided_by_name as decided_by, decision_note, revoked_at,
        revoked_by_name as revoked_by, expires_at,
        (count(*) over (partition by control))::int as total,
        row_number() over (partition by control order by id desc) as place
      from ${pairRows(sql, pairs)}
      join exceptions on exceptions.org_id = ${sql.orgId} and exceptions.rule_id = pair.rule_id
      where requested_at < ${to} and least(expires_at, coalesce(revoked_at, expires_at)) >= ${from}
    ) as found
    where place <= ${rowsMax}
    order by control, id desc`;
}

function pairRows(sql: TenantTransaction, pairs: readonly RuleOfControl[]) {
  const controls = storableArray(pairs.map(({ control }) => control));
  const rules = storableArray(pairs.map(({ ruleId }) => ruleId));
  return sql`unnest(${controls}::text[], ${rules}::text[]) as pair (control, rule_id)`;
}
