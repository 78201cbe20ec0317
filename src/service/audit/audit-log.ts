/** The audit log's use cases: read a page, and check that no past entry has changed. */

import { createHash } from 'node:crypto';
import { AppError } from '../../errors.ts';
import { readList } from '../../infra/database/bounded-read.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction, withOrganisation } from '../../infra/database/database.ts';
import { listOrganisations } from '../organisations/organisations-store.ts';
import {
  type AuditFilters,
  type AuditHead,
  type AuditPage,
  type AuditRow,
  findOwnHead,
  listAuditEntries,
  listAuditHeads,
  listAuditRows,
} from './audit-store.ts';

/** Entries of the audit log that its check reads at once. */
const AUDIT_CHECK_ROWS_MAX = 1_000;

/** Entries of the audit log that one call verifies. */
const AUDIT_VERIFIED_ENTRIES_MAX = 20_000;

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
    const head = heads.find(({ orgId }) => orgId === id);
    const readRows: ReadRows = (behind, rowsMax) =>
      withOrganisation(owner, id, (sql) => listAuditRows(sql, behind, rowsMax));
    const { isComplete: _all, ...check } = await checkChain(readRows, head, { start: START, onEntry });
    checks.push({ orgId: id, ...check });
  }
  return checks;
}

/** Part of a check of an organisation's own chain. */
export interface ChainVerification extends Omit<ChainCheck, 'orgId'> {
  /** Number of entries that the chain has. */
  readonly length: number;
  /** Cursor of the next part; null when the check is over. */
  readonly nextCursor: string | null;
}

/**
 * Checks a part of the organisation's chain, from the cursor on. Entries that come meanwhile are left to the next check.
 * @throws AppError `invalid_cursor`, `query_timeout`
 */
export async function verifyAuditLog(
  sql: Sql,
  orgId: string,
  cursor: string | null,
): Promise<ChainVerification> {
  const start = cursor === null ? START : readPosition(cursor);
  const head = await readList(sql, orgId, findOwnHead);
  const readRows: ReadRows = (behind, rowsMax) =>
    readList(sql, orgId, (transaction) => listAuditRows(transaction, behind, rowsMax));
  const entriesMax = AUDIT_VERIFIED_ENTRIES_MAX;
  const { isComplete, ...check } = await checkChain(readRows, head, { start, entriesMax });
  const nextCursor = isComplete ? null : Buffer.from(`${check.entries}/${check.hash}`).toString('base64url');
  return { ...check, length: head?.sequence ?? 0, nextCursor };
}

/** Place in a chain: the number of entries before it, and the hash of the last of them. */
interface ChainPosition {
  readonly entries: number;
  readonly hash: Buffer;
}

const START: ChainPosition = { entries: 0, hash: Buffer.alloc(32) };

/** Reads entries behind a number, in their order. */
type ReadRows = (behind: number, rowsMax: number) => Promise<readonly AuditRow[]>;

/** Part of the chain to check. */
interface CheckedPart {
  readonly start: ChainPosition;
  /** Absent: all. */
  readonly entriesMax?: number;
  readonly onEntry?: (hash: string) => void;
}

async function checkChain(
  readRows: ReadRows,
  head: Pick<AuditHead, 'sequence' | 'hash'> | undefined,
  { start, entriesMax = Number.POSITIVE_INFINITY, onEntry = () => {} }: CheckedPart,
): Promise<Omit<ChainCheck, 'orgId'> & { readonly isComplete: boolean }> {
  let { entries, hash } = start;
  const end = (problem: string | null, isComplete = true) => ({
    entries,
    hash: hash.toString('hex'),
    problem,
    isComplete,
  });
  // Entries that came after the end was read are left to the next check.
  const last = head?.sequence ?? 0;
  for (;;) {
    if (entries - start.entries >= entriesMax && entries < last) return end(null, false);
    const rows = await readRows(entries, AUDIT_CHECK_ROWS_MAX);
    for (const row of rows) {
      if (head === undefined) return end('there are entries, but the end of the chain is not known');
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
  if (head !== undefined && !head.hash.equals(hash)) return end('the end of the chain has been changed');
  return end(null);
}

/** The same as `append_audit_entry` in the database computes. */
function hashOf(previous: Buffer, { fields }: AuditRow): Buffer {
  const text = fields
    .map((field) => (field === null ? '-' : `${Buffer.byteLength(field)}:${field}`))
    .join('');
  return createHash('sha256').update(previous).update(text).digest();
}

function readPosition(cursor: string): ChainPosition {
  const parts = /^(\d{1,15})\/([0-9a-f]{64})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1'));
  if (parts !== null) return { entries: Number(parts[1]), hash: Buffer.from(parts[2]!, 'hex') };
  throw new AppError(
    'invalid_cursor',
    'The cursor is not one that this service gave out. Start again without it.',
  );
}
