/** The use case of signing evidence off: a person states to have reviewed it; the audit log holds the numbers of then. */
import type { AuditEntry, AuditRecord } from '../../../contract/audit.ts';
import { AppError } from '../../../errors.ts';
import { readList } from '../../../infra/database/bounded-read.ts';
import type { Sql } from '../../../infra/database/connections.ts';
import { withOrganisation } from '../../../infra/database/database.ts';
import type { TenantTransaction } from '../../../infra/database/transaction.ts';
import { ALL_ENTRIES, audit, listAuditEntries } from '../../audit/audit-store.ts';
import { type EvidenceDeps, type EvidenceQuery, readEvidence } from './evidence.ts';

/** Sign-offs that are listed of one framework and time. */
const SIGN_OFFS_MAX = 20;

/** Statement of a person about the evidence of a framework and a time. */
export interface SignOff {
  readonly note: string;
  readonly signedBy: string;
  readonly signedAt: Date;
  /** Place of its entry in the audit log. */
  readonly auditSequence: number;
}

/**
 * Signs evidence off. The entry of the audit log has the numbers of each control, read before the one transaction over
 * `sql`.
 * @throws AppError `reauthentication_required` for a caller that is no person, `invalid_time_range`, `query_timeout`
 */
export async function signEvidence(
  sql: Sql,
  deps: EvidenceDeps,
  { orgId, actor, requestId }: Pick<AuditEntry, 'actor' | 'requestId'> & { readonly orgId: string },
  { note, ...query }: EvidenceQuery & Pick<SignOff, 'note'>,
): Promise<SignOff> {
  if (actor.kind !== 'user') {
    const message =
      'A person signs evidence off, after a recent sign-in at the web app. A key or a CI job cannot.';
    throw new AppError('reauthentication_required', message);
  }
  const whole = await readEvidence(deps, orgId, query, { cursor: null, pageSize: Number.POSITIVE_INFINITY });
  const controls = whole.items.map(({ control, findings: { open, waived }, exceptionCount, coveredRuns }) => [
    control,
    { open, waived, exceptions: exceptionCount, runs: coveredRuns },
  ]);
  return withOrganisation(sql, orgId, async (transaction) => {
    await audit(transaction, {
      actor,
      action: 'evidence.signed_off',
      target: { kind: 'evidence', id: targetOf(query), name: query.framework },
      details: { from: query.from, to: query.to, note, controls: Object.fromEntries(controls) },
      requestId,
    });
    return (await listSignOffs(transaction, query))[0]!;
  });
}

/** Reads the sign-offs of exactly this framework and time, the newest first. @throws AppError `query_timeout` */
export function readSignOffs(sql: Sql, orgId: string, query: EvidenceQuery): Promise<readonly SignOff[]> {
  return readList(sql, orgId, (transaction) => listSignOffs(transaction, query));
}

async function listSignOffs(sql: TenantTransaction, query: EvidenceQuery): Promise<readonly SignOff[]> {
  const filters = { ...ALL_ENTRIES, targetKind: 'evidence', targetId: targetOf(query) } as const;
  return (await listAuditEntries(sql, filters, null, SIGN_OFFS_MAX)).items.map(toSignOff);
}

const targetOf = ({ framework, from, to }: EvidenceQuery): string =>
  `${framework} ${from.toISOString()} ${to.toISOString()}`;

function toSignOff({ details, actor, occurredAt, sequence }: AuditRecord): SignOff {
  return { note: String(details.note), signedBy: actor.name, signedAt: occurredAt, auditSequence: sequence };
}
