/** The use case of a free scan: analyse, store the report under a new token, return the token to its visitor alone. */
import { hash } from 'node:crypto';
import { locationText, placePrints } from '../../analysis/model/finding.ts';
import { AppError } from '../../errors.ts';
import { untilAborted } from '../../infra/async/abort.ts';
import { withScan } from '../../infra/database/database.ts';
import type { OwnedBytes } from '../../infra/memory/owned-bytes.ts';
import { formatDay } from '../../text/format.ts';
import type { ScanDeps } from './free-scan-deps.ts';
import { insertScan, type ScanRecord, type ScanReport } from './free-scans-store.ts';
import { hashShareToken, makeShareToken } from './share-token.ts';

/** Findings that the report of a free scan lists; the summary holds the true totals. */
const SCAN_FINDINGS_MAX = 1_000;

/** A file to scan, its size and name checked. */
export interface ScanSubmission {
  /** Empty afterwards if nothing else uses its memory. */
  readonly file: OwnedBytes;
  readonly filename: string;
}

/** A report and the token that it can be fetched with. */
export interface SharedScan {
  readonly shareToken: string;
  readonly scan: ScanRecord;
}

const RULESET = 'default';

/**
 * Scans a file. No report is used twice: a quick answer would reveal to a visitor that another one had the same file.
 * @throws AppError of the analysis, `scan_timeout`
 */
export async function scanFile(
  deps: ScanDeps,
  submission: ScanSubmission,
  callerGone: AbortSignal,
): Promise<SharedScan> {
  const { scanMsMax, scanRunMsMax } = deps.times;
  const overdue = AbortSignal.timeout(scanMsMax);
  const signal = AbortSignal.any([callerGone, overdue]);
  // The start of the sandbox does not look at the signal.
  try {
    return await untilAborted(scan(deps, submission, signal), signal);
  } catch (error) {
    if (overdue.aborted && !callerGone.aborted) throw timedOut(scanMsMax, error);
    const isSlow = error instanceof AppError && error.code === 'validation_timeout';
    throw isSlow ? timedOut(scanRunMsMax, error) : error;
  }
}

async function scan(deps: ScanDeps, submission: ScanSubmission, signal: AbortSignal): Promise<SharedScan> {
  const { sql, poison } = deps;
  await poison.check(hash('sha256', submission.file.bytes));
  const { report, outline } = await analyse(deps, submission, signal);
  signal.throwIfAborted();
  const shareToken = makeShareToken();
  const tokenHash = hashShareToken(shareToken);
  const validatedAt = await withScan(sql, tokenHash, (inner) =>
    insertScan(inner, tokenHash, report, outline),
  );
  return { shareToken, scan: { ...report, validatedAt } };
}

async function analyse(
  { pool, times, keepsOutlines = false }: ScanDeps,
  { file, filename }: ScanSubmission,
  signal: AbortSignal,
): Promise<{ readonly report: ScanReport; readonly outline: Uint8Array | null }> {
  const task = {
    bytes: file.bytes,
    filename,
    platform: undefined,
    ruleset: RULESET,
    findingsMax: SCAN_FINDINGS_MAX,
    today: formatDay(new Date()),
    keepsOutline: keepsOutlines,
  } as const;
  const { platform, score, summary, findings, outline } = await pool.analyse(task, {
    timeoutMs: times.scanRunMsMax,
    signal,
    owned: file,
  });
  const publicFindings = findings.map((finding) => ({
    severity: finding.severity,
    category: finding.category,
    rule: finding.rule,
    location: locationText(finding.location),
    description: finding.description,
    prints: placePrints(finding),
  }));
  const report = { platform, filename, score, summary, findings: publicFindings };
  return { report, outline: outline?.bytes ?? null };
}

function timedOut(limitMs: number, cause: unknown): AppError {
  const limitSeconds = String(limitMs / 1000);
  const message = `The scan took longer than ${limitSeconds} s and was stopped. Try a smaller file.`;
  return new AppError('scan_timeout', message, { limitSeconds }, { cause });
}
