/** The audit log's use cases: read a page, and check that no past entry has changed. */

import { createHash } from 'node:crypto';
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction, withOrganisation } from '../../infra/database/database.ts';
import { ORGANISATION_LIMITS } from '../organisations/limits.ts';
import { listOrganisations } from '../organisations/organisations-store.ts';
import {
  type AuditFilters,
  type AuditHead,
  type AuditPage,
  type AuditRow,
  listAuditEntries,
  listAuditHeads,
  listAuditRows,
} from './audit-store.ts';

/** Result of the check of one organisation's chain. */
export interface ChainCheck {
  readonly orgId: string;
  /** Number of entries that were checked and are valid. */
  readonly entries: number;
  /** Hash of the last valid entry, in hex. Stored elsewhere, it proves later that nothing before it has changed. */
  readonly hash: string;
  /** Fault after the last valid entry; null when there is none. */
  readonly problem: string | null;
}

const FIRST_HASH = Buffer.alloc(32);

/** Lists one page of an organisation's log. */
export async function readAuditLog(
  sql: Sql,
  orgId: string,
  filters: AuditFilters,
  cursor: string | null,
  pageSize: number,
): Promise<AuditPage> {
  return readList(sql, orgId, (transaction) => listAuditEntries(transaction, filters, cursor, pageSize));
}

/** Checks every chain over a connection of the owner. `onEntry` receives the hash of each valid entry, in hex. */
export async function checkAuditLog(
  owner: Sql,
  onEntry: (hash: string) => void = () => {},
): Promise<readonly ChainCheck[]> {
  const [organisations, heads] = await inTransaction(owner, async (sql) => [
    await listOrganisations(sql),
    await listAuditHeads(sql),
  ]);
  const checks: ChainCheck[] = [];
  for (const { id } of organisations) {
    const head = heads.find(({ orgId }) => orgId === id) ?? null;
    checks.push(await checkChain(owner, id, head, onEntry));
  }
  return checks;
}

async function checkChain(
  owner: Sql,
  orgId: string,
  head: AuditHead | null,
  onEntry: (hash: string) => void,
): Promise<ChainCheck> {
  let hash: Buffer = FIRST_HASH;
  let entries = 0;
  const end = (problem: string | null) => ({ orgId, entries, hash: hash.toString('hex'), problem });
  // Entries that came after the end was read are left to the next check.
  const last = head?.sequence ?? 0;
  for (;;) {
    const rows = await withOrganisation(owner, orgId, (sql) =>
      listAuditRows(sql, entries, ORGANISATION_LIMITS.auditCheckRowsMax),
    );
    for (const row of rows) {
      if (head === null) return end('there are entries, but the end of the chain is not known');
      if (row.sequence > last) break;
      const next = entries + 1;
      if (row.sequence !== next) return end(`entry ${next} is missing`);
      const expected = hashOf(hash, row);
      if (!expected.equals(row.hash)) return end(`entry ${next} has been changed`);
      hash = expected;
      entries = next;
      onEntry(hash.toString('hex'));
    }
    if (entries === last || rows.length === 0) break;
  }
  if (entries < last) return end(`entry ${entries + 1} is missing`);
  if (head !== null && !head.hash.equals(hash)) return end('the end of the chain has been changed');
  return end(null);
}

/** The same as `append_audit_entry` in the database computes. */
function hashOf(previous: Buffer, { fields }: AuditRow): Buffer {
  const text = fields
    .map((field) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`))
    .join('');
  return createHash('sha256').update(previous).update(text).digest();
}
