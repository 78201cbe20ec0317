/** Result of a file or a project, without its findings. */
import type { PolicyGate } from '../../../analysis/model/policy.ts';
import type { EnforcementMode } from '../../../analysis/model/report.ts';
import type { PipelineContext } from '../../../contract/ci-context.ts';
import type { ValidationStatus } from '../../../contract/lists/validation-status.ts';
import type { Fragment, TenantTransaction } from '../../../infra/database/transaction.ts';
import type { BodyPlace } from '../bodies/read-bodies.ts';
import { WHOLE_PIPELINE } from '../bodies/small-row.ts';

/** Kinds of results. */
export type ResultKind = 'file' | 'project';

/** Result, as far as reads of its findings need it. */
export interface ResultHead extends BodyPlace {
  readonly kind: ResultKind;
  readonly id: string;
  readonly status: ValidationStatus;
  readonly ownerId: string | null;
  readonly filename: string;
  readonly hasPath: boolean;
  readonly pipeline: PipelineContext | null;
  readonly enforcementMode: EnforcementMode;
  readonly failOn: PolicyGate['failOn'];
  /** False: it is the first run of its file or archive. */
  readonly hasPrevious: boolean;
}

/** Finds the result of a file or a project in any state; undefined when the organisation has none with this id. */
export async function findResultHead(sql: TenantTransaction, id: string): Promise<ResultHead | undefined> {
  const columns = (kind: ResultKind) => sql`
    ${kind}::text as kind, id, status, owner_id, filename, ${kind === 'file' ? sql`has_path` : sql`true as has_path`},
    ${sql.unsafe(WHOLE_PIPELINE)} as pipeline, enforcement_mode, coalesce(fail_on, 'high') as fail_on,
    coalesce(diff ->> 'previousValidatedAt', diff ->> 'scoreDelta') is not null as has_previous, ${kind === 'file' ? sql`body_id` : sql`null::uuid as body_id`}`;
  const [row] = await sql<[ResultHead?]>`
    select ${columns('file')} from validations where org_id = ${sql.orgId} and id = ${id}
    union all
    select ${columns('project')} from projects where org_id = ${sql.orgId} and id = ${id}`;
  return row;
}

/** Writes the table of a kind of results. */
export function resultTable(sql: TenantTransaction, kind: ResultKind): Fragment {
  return kind === 'file' ? sql`validations` : sql`projects`;
}
