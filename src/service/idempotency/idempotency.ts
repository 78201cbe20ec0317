/** Use case of repeated calls: done once, and answered each time as the first time. */
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { CONTRACT_LIMITS } from '../../contract/limits.ts';
import { AppError } from '../../errors.ts';
import type { Sql } from '../../infra/database/connections.ts';
import { withOrganisation } from '../../infra/database/database.ts';
import {
  ofOrganisation,
  type TenantTransaction,
  type Transaction,
} from '../../infra/database/transaction.ts';
import type { Seal } from '../../infra/sealing/seal.ts';
import { claimKey, findKey, type KnownKey, releaseKey, renewKey, storeAnswer } from './idempotency-store.ts';
import { IDEMPOTENCY_LIMITS } from './limits.ts';

/** Attempts of a call to claim a key that others claim and free at the same moment. */
const IDEMPOTENCY_CLAIMS_MAX = 5;

/** The key that a caller has given its call. */
export interface RepeatKey {
  readonly orgId: string;
  readonly key: string;
  /** The same for each attempt of a gateway at one request; null: no gateway retries. */
  readonly request: string | null;
}

/** The right to work under a key. */
export interface KeyClaim {
  /**
   * Stores an answer in the transaction of the effect, so that there is either both or neither.
   * @throws AppError `idempotency_in_progress` when another call has claimed the key: this one must have no effect
   */
  readonly storeAnswer: (sql: Transaction, answer: Uint8Array) => Promise<void>;
  /** Stores an answer outside the transaction of its effect. */
  storeAnswerAlone(answer: Uint8Array): Promise<void>;
  /** Frees the key: the call had no effect. */
  release(): Promise<void>;
  /** Renews the lease of the call. Call it every `IDEMPOTENCY_LIMITS.idempotencyBeatMs`, or the call counts as dead. */
  renew(): Promise<void>;
}

export interface Idempotency {
  /** Rejects a call whose key another one holds, before its message is read. */
  requireFree(repeat: RepeatKey): Promise<void>;
  /** Returns whether there is an answer: a call with this key will do nothing new. */
  hasAnswer(repeat: RepeatKey): Promise<boolean>;
  /**
   * Returns the claim on the key, or the stored answer of the earlier call.
   * @throws AppError `idempotency_in_progress`, `idempotency_key_reused`
   */
  claim(
    repeat: RepeatKey,
    fingerprint: Buffer,
    leaseMs: number,
  ): Promise<KeyClaim | { readonly answer: Buffer }>;
}

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

/** Creates the idempotency use case. Answers are sealed, as some show a secret that must not be readable in the database. */
export function createIdempotency(sql: Sql, seal: Seal): Idempotency {
  const find = ({ orgId, key }: RepeatKey) =>
    withOrganisation(sql, orgId, (transaction) => findKey(transaction, key));
  const ownerOf = ({ orgId, key }: RepeatKey) => `answer ${orgId}/${key}`;

  async function sealed(repeat: RepeatKey, answer: Uint8Array): Promise<Buffer> {
    return seal.seal(await compress(answer, { level: 1 }), ownerOf(repeat));
  }

  function claimOf(repeat: RepeatKey, claim: string): KeyClaim {
    const { orgId, key } = repeat;
    const store = async (transaction: TenantTransaction, answer: Uint8Array) => {
      const isStored = await storeAnswer(transaction, key, claim, await sealed(repeat, answer));
      if (!isStored) throw inProgress(key);
    };
    return {
      storeAnswer: (transaction, answer) => store(ofOrganisation(transaction, orgId), answer),
      storeAnswerAlone: (answer) => withOrganisation(sql, orgId, (inner) => store(inner, answer)),
      release: () => withOrganisation(sql, orgId, (inner) => releaseKey(inner, key, claim)),
      renew: () =>
        withOrganisation(sql, orgId, (inner) =>
          renewKey(inner, key, claim, IDEMPOTENCY_LIMITS.idempotencyLeaseMsMax),
        ),
    };
  }

  return {
    async requireFree(repeat) {
      const known = await find(repeat);
      if (known !== undefined && isBusy(known, repeat)) throw inProgress(repeat.key);
    },
    async hasAnswer(repeat) {
      return ((await find(repeat))?.answer ?? null) !== null;
    },
    async claim(repeat, fingerprint, leaseMs) {
      const claim = randomUUID();
      const { orgId } = repeat;
      const wanted = {
        ...repeat,
        fingerprint,
        claim,
        leaseMs: Math.min(leaseMs, IDEMPOTENCY_LIMITS.idempotencyLeaseMsMax),
      };
      for (let attempt = 0; attempt < IDEMPOTENCY_CLAIMS_MAX; attempt += 1) {
        if (await withOrganisation(sql, orgId, (inner) => claimKey(inner, wanted)))
          return claimOf(repeat, claim);
        const known = await find(repeat);
        // Freed between the two queries: try again.
        if (known === undefined) continue;
        if (known.answer === null) {
          if (isBusy(known, repeat)) throw inProgress(repeat.key);
          continue;
        }
        if (!known.fingerprint.equals(fingerprint)) throw reused(repeat.key);
        return { answer: await expand(seal.openBytes(known.answer, ownerOf(repeat))) };
      }
      throw inProgress(repeat.key);
    },
  };
}

function isBusy({ answer, isHeld, request }: KnownKey, repeat: RepeatKey): boolean {
  return answer === null && isHeld && (request === null || request !== repeat.request);
}

function inProgress(key: string): AppError {
  return new AppError(
    'idempotency_in_progress',
    `A call with the Idempotency-Key ${JSON.stringify(key)} is still running. Wait for its answer, then send this again.`,
  );
}

function reused(key: string): AppError {
  const hours = CONTRACT_LIMITS.idempotencyHoursMax;
  return new AppError(
    'idempotency_key_reused',
    `The Idempotency-Key ${JSON.stringify(key)} belongs to a call of the last ${hours} hours with other content or another credential. Use a new key.`,
    { limitHours: String(hours) },
  );
}
