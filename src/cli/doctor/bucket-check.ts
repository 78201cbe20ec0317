/** Checks of the bucket: a test object is written, read and deleted, and its clock compared. */
import { openBlobs } from '../../infra/blobs/open-blobs.ts';
import { connectOwner, disconnect } from '../../infra/database/database.ts';
import { INFRA_LIMITS } from '../../infra/limits.ts';
import type { S3Config } from '../../infra/settings/s3-setting.ts';
import { type CheckResult, reasonOf, resultsOf } from './check.ts';

/** Largest difference from the clock of the bucket, whose servers reject signatures that differ by a quarter of an hour. */
const BUCKET_CLOCK_SKEW_MS_MAX = 60_000;

const { ok, failed } = resultsOf('bucket');

/** Runs the checks. `s3`: null without a bucket. */
export async function checkBucket(s3: S3Config | null, databaseUrl: string): Promise<readonly CheckResult[]> {
  if (s3 === null) return [ok('Files are stored in the database: FLOWARDEN_S3_BUCKET is not set.')];
  // The test object has no row: this connection is never opened.
  const sql = connectOwner(databaseUrl, 1, true);
  const blobs = await openBlobs(sql, s3);
  try {
    await blobs.check();
    const aheadMs = await clockAhead(s3);
    if (Math.abs(aheadMs) > BUCKET_CLOCK_SKEW_MS_MAX) return [failed(skewText(aheadMs))];
    return [ok(`An object was written, read and deleted in ${s3.bucket}, and the clocks agree.`)];
  } catch (error) {
    return [
      failed(
        `Writing, reading or deleting an object in ${s3.bucket} failed: ${reasonOf(error)}. Check FLOWARDEN_S3_ENDPOINT, the key and its rights to put, get and delete below flowarden/.`,
      ),
    ];
  } finally {
    blobs.close();
    await disconnect(sql);
  }
}

/** Describes a bucket's clock that is ahead by this time. */
export function skewText(aheadMs: number): string {
  const seconds = Math.round(Math.abs(aheadMs) / 1000);
  return `The clock of the bucket is ${seconds} s ${aheadMs > 0 ? 'ahead of' : 'behind'} that of this machine, and signatures end by it: synchronise this machine by NTP.`;
}

/** Returns by how much the bucket's clock is ahead; any answer has its time. */
async function clockAhead({ endpoint, region }: S3Config): Promise<number> {
  const address = endpoint ?? `https://s3.${region}.amazonaws.com`;
  const signal = AbortSignal.timeout(INFRA_LIMITS.filesProbeMsMax);
  const sentAtMs = Date.now();
  const { headers } = await fetch(address, { method: 'HEAD', redirect: 'manual', signal });
  const theirs = Date.parse(headers.get('date') ?? '');
  // The header has no fractions of a second.
  return Number.isNaN(theirs) ? 0 : theirs + 500 - (sentAtMs + Date.now()) / 2;
}
