/** The use cases of the holder of a share token: reading the report and the outline of the scan, and deleting it. */
import type { ShownOutline } from '../../analysis/model/outline/shown-outline.ts';
import { AppError } from '../../errors.ts';
import { withScan } from '../../infra/database/database.ts';
import { noOutline, requireWorkflow } from '../results/outlines/read-outline.ts';
import type { ScanDeps } from './free-scan-deps.ts';
import { deleteScan, findScan, findScanOutline } from './free-scans-store.ts';
import { FREE_SCAN_LIMITS } from './limits.ts';
import type { SharedScan } from './scan-file.ts';
import { hashShareToken } from './share-token.ts';

type Deps = Pick<ScanDeps, 'sql'>;
const DAYS: number = FREE_SCAN_LIMITS.scanDaysMax;

/** Returns the report. @throws AppError `invalid_share_token`, `scan_not_found` */
export async function readScan({ sql }: Deps, shareToken: string): Promise<SharedScan> {
  const tokenHash = hashShareToken(shareToken);
  const scan = await withScan(sql, tokenHash, (inner) => findScan(inner, tokenHash, DAYS));
  if (scan !== undefined) return { shareToken, scan };
  throw scanNotFound();
}

/**
 * Reads the outline of one workflow of a scanned file. Its findings are known by their positions in the report.
 * @throws AppError `invalid_share_token`, `scan_not_found`, `outline_not_found`
 */
export async function readScanOutline(
  { sql }: Deps,
  shareToken: string,
  workflow: number,
): Promise<ShownOutline> {
  const tokenHash = hashShareToken(shareToken);
  const scan = await withScan(sql, tokenHash, (inner) => findScanOutline(inner, tokenHash, DAYS));
  if (scan === undefined) throw scanNotFound();
  if (scan.bytes === null) throw noOutline('its outline is not stored');
  const findings = scan.findings.map(({ severity, prints = [] }, position) => {
    return { id: String(position), severity, waived: false, change: null, prints };
  });
  return requireWorkflow(scan.bytes, workflow, findings);
}

/** Deletes the report for good. @throws AppError `invalid_share_token`, `scan_not_found` */
export async function deleteSharedScan({ sql }: Deps, shareToken: string): Promise<void> {
  const tokenHash = hashShareToken(shareToken);
  if (!(await withScan(sql, tokenHash, (inner) => deleteScan(inner, tokenHash)))) throw scanNotFound();
}

function scanNotFound(): AppError {
  return new AppError(
    'scan_not_found',
    `No report has this share token. Reports are deleted after ${DAYS} days: scan the file again.`,
  );
}
