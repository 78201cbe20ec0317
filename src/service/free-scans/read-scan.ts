/** The use case of reading the report of a free scan by its token. */
import { AppError } from '../../errors.ts';
import { withScan } from '../../infra/database/database.ts';
import type { ScanDeps } from './free-scan-deps.ts';
import { findScan } from './free-scans-store.ts';
import { FREE_SCAN_LIMITS } from './limits.ts';
import type { SharedScan } from './scan-file.ts';
import { hashShareToken } from './share-token.ts';

/** Returns the report. @throws AppError `invalid_share_token`, `scan_not_found` */
export async function readScan({ sql }: Pick<ScanDeps, 'sql'>, shareToken: string): Promise<SharedScan> {
  const tokenHash = hashShareToken(shareToken);
  const scan = await withScan(sql, tokenHash, (inner) =>
    findScan(inner, tokenHash, FREE_SCAN_LIMITS.scanDaysMax),
  );
  if (scan !== null) return { shareToken, scan };
  const days = FREE_SCAN_LIMITS.scanDaysMax;
  throw new AppError(
    'scan_not_found',
    `No report has this share token. Reports are deleted after ${days} days: scan the file again.`,
  );
}
