/**
 * Proof of work for the form of the free scanner: a signed challenge, and a number that makes its hash begin with zero bits. A
 * browser looks for it a second or less; the check costs two hashes. The challenge is stored nowhere, a used one until it expires.
 */
import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { inTransaction } from '../../infra/database/database.ts';
import type { CheckHuman } from './captcha.ts';
import { spendProof } from './spent-proofs-store.ts';

/** Time in which a challenge can be solved and sent. */
export const LEAD_PROOF_SECONDS_MAX = 1_800;

/** Zero bits that a proof of work needs: 130,000 attempts on average, about half a second in a browser. */
export const LEAD_PROOF_BITS = 17;

/** Puzzle for a browser. */
export interface LeadChallenge {
  /** Text before the number; a dot separates them. */
  readonly challenge: string;
  /** Zero bits at the start of the SHA-256 of both. */
  readonly bits: number;
  readonly expiresAt: Date;
}

/** Human verification of the form: its check, and the puzzle to send. */
export interface HumanVerification {
  readonly check: CheckHuman;
  /** Creates a challenge; null: the captcha provider has its own. */
  readonly makeChallenge: (() => LeadChallenge) | null;
  /** Script and public key of the captcha provider's widget; null: the page has none. */
  readonly widget: { readonly scriptUrl: string; readonly siteKey: string } | null;
}

/** Dependencies of the proofs. */
export interface ProofDeps {
  readonly sql: Sql;
  /** Secret of the installation that signs the challenges. */
  readonly pepper: string;
  readonly now: () => Date;
  /** False: programs that send no proof are accepted, as they always were. */
  readonly isRequired: boolean;
}

/** Start of each challenge, which distinguishes a proof from any other text. */
const SCHEME = 'pow1.';
const FORM = /^(pow1\.(\d{1,2})\.(\d{10})\.[\w-]{22})\.([\w-]{43})\.(\d{1,15})$/;

/** Creates the verification by proofs of work. */
export function createProofVerification({ sql, pepper, now, isRequired }: ProofDeps): HumanVerification {
  const sign = (text: string) => createHmac('sha256', pepper).update(`flowarden lead ${text}`).digest();
  return {
    widget: null,
    makeChallenge() {
      const bits = LEAD_PROOF_BITS;
      const expires = Math.floor(now().getTime() / 1000) + LEAD_PROOF_SECONDS_MAX;
      const text = `${SCHEME}${bits}.${expires}.${randomBytes(16).toString('base64url')}`;
      const challenge = `${text}.${sign(text).toString('base64url')}`;
      return { challenge, bits, expiresAt: new Date(expires * 1000) };
    },
    async check(response) {
      if (response?.startsWith(SCHEME) !== true) {
        if (isRequired) throw rejected('The proof of work is missing. Send it as captcha-response.');
        return;
      }
      const [proof, text = '', bits, expires, signature = ''] = FORM.exec(response) ?? [];
      const given = Buffer.from(signature, 'base64url');
      const expected = sign(text);
      if (proof === undefined || given.length !== expected.length || !timingSafeEqual(given, expected))
        throw rejected('The proof of work belongs to no challenge of this service.');
      const expiresAt = new Date(Number(expires) * 1000);
      if (expiresAt <= now()) throw rejected('The challenge of the proof of work has expired.');
      if (!startsWithZeros(hash('sha256', proof, 'buffer'), Number(bits)))
        throw rejected('The proof of work is wrong.');
      if (!(await inTransaction(sql, (inner) => spendProof(inner, expected, expiresAt))))
        throw rejected('The challenge of the proof of work was used before.');
    },
  };
}

function startsWithZeros(digest: Buffer, bits: number): boolean {
  return digest.readUInt32BE(0) < 2 ** (32 - bits);
}

function rejected(problem: string): AppError {
  const message = `${problem} Get a new challenge and solve that one.`;
  return new AppError('captcha_failed', message, { field: 'captcha_response' });
}
