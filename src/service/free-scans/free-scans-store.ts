/** Reports of the free scanner. They belong to the holder of the token, of which only the hash is stored. */
import type { Platform } from '../../analysis/model/platform.ts';
import type { Summary } from '../../analysis/model/report.ts';
import type { Category, Severity } from '../../analysis/model/rule.ts';
import { storableJson, storableText } from '../../infra/database/postgres-text.ts';
import type { Transaction } from '../../infra/database/transaction.ts';

/** Finding in the report of a free scan. */
export interface ScanFinding {
  readonly severity: Severity;
  readonly category: Category;
  /** Title of the rule. */
  readonly rule: string;
  readonly location: string;
  readonly description: string;
  /** Strong fingerprints of its places; absent in a report that is older than pictures are. */
  readonly prints?: readonly string[];
}

/** Result of the analysis of a file. */
export interface ScanReport {
  readonly platform: Platform;
  readonly filename: string;
  readonly score: number;
  /** True totals, also when `findings` was cut. */
  readonly summary: Summary;
  /** The most severe first. */
  readonly findings: readonly ScanFinding[];
}

/** A stored report. */
export interface ScanRecord extends ScanReport {
  readonly validatedAt: Date;
}

/** Finds the report under the hexadecimal hash of a token; undefined if it does not exist or has expired. */
export async function findScan(
  sql: Transaction,
  tokenHash: string,
  daysMax: number,
): Promise<ScanRecord | undefined> {
  const [row] = await sql<[ScanRecord?]>`
    select platform, filename, score, findings, validated_at,
      jsonb_build_object('critical', critical_count, 'high', high_count, 'medium', medium_count, 'low', low_count,
                         'total', total_count) as summary
    from free_scans
    where token_hash = decode(${tokenHash}, 'hex') and validated_at > now() - make_interval(days => ${daysMax})`;
  return row;
}

/** Stores a report under the hash of its token, hexadecimal. Returns the moment that it counts from. */
export async function insertScan(
  sql: Transaction,
  tokenHash: string,
  report: ScanReport,
  outline: Uint8Array | null,
): Promise<Date> {
  const { summary } = report;
  const [row] = await sql<[{ validatedAt: Date }]>`
    insert into free_scans (token_hash, platform, filename, score, critical_count, high_count,
      medium_count, low_count, total_count, findings, outline)
    values (decode(${tokenHash}, 'hex'), ${report.platform},
      ${storableText(report.filename)}, ${report.score}, ${summary.critical}, ${summary.high}, ${summary.medium},
      ${summary.low}, ${summary.total}, ${storableJson(report.findings)}::text::jsonb,
      ${outline === null ? null : Buffer.from(outline)}::bytea)
    returning validated_at`;
  return row.validatedAt;
}

/** Finds the outline of a scanned file and its findings; null when there is no report, or it is older than so many days. */
export async function findScanOutline(
  sql: Transaction,
  tokenHash: string,
  daysMax: number,
): Promise<{ readonly bytes: Buffer | null; readonly findings: readonly ScanFinding[] } | undefined> {
  const [row] = await sql<[{ bytes: Buffer | null; findings: readonly ScanFinding[] }?]>`
    select outline as bytes, findings from free_scans
    where token_hash = decode(${tokenHash}, 'hex') and validated_at > now() - make_interval(days => ${daysMax})`;
  return row;
}

/** Deletes the report under the hash of a token, hexadecimal. Returns false when there is none. */
export async function deleteScan(sql: Transaction, tokenHash: string): Promise<boolean> {
  const deleted = await sql`delete from free_scans where token_hash = decode(${tokenHash}, 'hex')`;
  return deleted.count === 1;
}

/** Deletes up to `rows` reports of before the moment. Returns how many. */
export async function deleteScansBefore(sql: Transaction, moment: Date, rows: number): Promise<number> {
  const result = await sql`
    delete from free_scans
    where token_hash in (select token_hash from free_scans where validated_at < ${moment} limit ${rows})`;
  return result.count;
}
