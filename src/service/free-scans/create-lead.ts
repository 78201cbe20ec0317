/** The use case of a lead: a visitor who has scanned a file leaves an address. */

import { withLead } from '../../infra/database/database.ts';
import type { CheckHuman } from './captcha.ts';
import type { ScanDeps } from './free-scan-deps.ts';
import { type LeadRecord, storeLead } from './leads-store.ts';
import { readScan } from './read-scan.ts';
import { hashShareToken } from './share-token.ts';

/** Time in which the same address and share token is the same lead. */
const LEAD_SAME_HOURS_MAX = 24;

/** Input of a visitor, every field checked but the token. */
export interface LeadInput {
  readonly email: string;
  /** Null: the address has nothing to do with a scan. */
  readonly shareToken: string | null;
  readonly source: string | null;
  /** Token that the visitor's browser got from the human verification. */
  readonly captchaResponse: string | null;
}

/**
 * Stores the lead, or finds the one of the last day.
 * @throws AppError `invalid_share_token`, `scan_not_found`, `captcha_failed`, `verification_unavailable`
 */
export async function createLead(
  deps: Pick<ScanDeps, 'sql'>,
  checkHuman: CheckHuman,
  { email, shareToken, source, captchaResponse }: LeadInput,
  signal: AbortSignal,
): Promise<LeadRecord> {
  // First the checks that cost the visitor nothing: an answer of the verification is valid only once.
  if (shareToken !== null) await readScan(deps, shareToken);
  await checkHuman(captchaResponse, signal);
  const tokenHash = shareToken === null ? null : hashShareToken(shareToken);
  return withLead(deps.sql, email, (inner) =>
    storeLead(inner, { email, tokenHash, source }, LEAD_SAME_HOURS_MAX),
  );
}
