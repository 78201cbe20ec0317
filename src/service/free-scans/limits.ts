/** Limits of free scans and leads. Each has its unit in its name. */
import { KIB } from '../../units.ts';

export const FREE_SCAN_LIMITS = {
  /** Findings that the report of a free scan lists; the summary holds the true totals. */
  scanFindingsMax: 1_000,
  /** Time that the upload of a free scan has in any case; after it, a waiting scan may take its permit. */
  scanUploadMsMin: 5_000,
  /** Time that the engine has for one free scan. */
  scanRunMsMax: 10_000,
  /** Retention of the report of a free scan. */
  scanDaysMax: 30,
  /** Time in which the same address and share token is the same lead. */
  leadSameHoursMax: 24,
  /** Zero bits that a proof of work needs: 130,000 attempts on average, about half a second in a browser. */
  leadProofBits: 17,
  /** Time in which a challenge can be solved and sent. */
  leadProofSecondsMax: 1_800,
  /** Retention of leads. */
  leadDaysMax: 400,
  /** Largest response to that verification. */
  captchaAnswerBytesMax: 64 * KIB,
} as const satisfies Readonly<Record<string, number>>;
