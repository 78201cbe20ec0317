/**
 * Hashes of passwords: argon2id, as PHC strings. The pepper goes into each, so that a copy of the table allows no guessing.
 * A hash takes 19 MiB and 140 ms of a processor, so few are made at once.
 */
import { argon2, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { allTaken } from '../../../errors.ts';
import { createSemaphore } from '../../../infra/async/semaphore.ts';

/** Passwords that a core hashes at once. */
const PASSWORD_HASHES_MAX = 2;

/** Passwords that may wait for that. */
const PASSWORDS_WAITING_MAX = 50;

/** Cost of a hash. */
interface HashCost {
  readonly memoryKib: number;
  readonly passes: number;
  readonly lanes: number;
}

/** Result of the check of a password. */
export interface PasswordVerdict {
  readonly isRight: boolean;
  /** True if the hash was made at a lower cost than now, and should be made again. */
  readonly isOutdated: boolean;
}

/** Hashing of passwords. */
export interface Passwords {
  /** Returns the text to store. @throws AppError `concurrency_limited` */
  hash(password: string): Promise<string>;
  /** Checks a password. Null stands for an unknown account, and takes as long. @throws AppError `concurrency_limited` */
  verify(password: string, stored: string | null): Promise<PasswordVerdict>;
}

const COST: HashCost = { memoryKib: 19_456, passes: 2, lanes: 1 };
const SALT_BYTES = 16;
const TAG_BYTES = 32;
const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/;

const derive = promisify(argon2);

/** Creates the hashing of a core; `cost` replaces the usual one. */
export function createPasswords(pepper: string, cost: HashCost = COST): Passwords {
  const secret = createHmac('sha256', pepper).update('flowarden passwords').digest();
  const permits = createSemaphore({
    total: PASSWORD_HASHES_MAX,
    waiting: PASSWORDS_WAITING_MAX,
  });

  async function tagOf(
    password: string,
    salt: Buffer,
    { memoryKib, passes, lanes }: HashCost,
  ): Promise<Buffer> {
    const release = await permits.take('password');
    if (release === null) throw allTaken('Too many people sign in at this moment.');
    try {
      return await derive('argon2id', {
        message: password.normalize('NFC'),
        nonce: salt,
        secret,
        memory: memoryKib,
        passes,
        parallelism: lanes,
        tagLength: TAG_BYTES,
      });
    } finally {
      release();
    }
  }

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES);
      const tag = await tagOf(password, salt, cost);
      const parameters = `m=${cost.memoryKib},t=${cost.passes},p=${cost.lanes}`;
      return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`;
    },
    async verify(password, stored) {
      const known = stored === null ? null : readHash(stored);
      const { salt, tag, own } = known ?? { salt: randomBytes(SALT_BYTES), tag: null, own: cost };
      const found = await tagOf(password, salt, own);
      const isRight = tag !== null && found.length === tag.length && timingSafeEqual(found, tag);
      return { isRight, isOutdated: isRight && isCheaper(own, cost) };
    },
  };
}

function readHash(stored: string): { readonly salt: Buffer; readonly tag: Buffer; readonly own: HashCost } {
  const [, memory, passes, lanes, salt, tag] = PHC.exec(stored) ?? [];
  if (salt === undefined || tag === undefined) throw new Error('A stored password hash is not readable');
  return {
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
    own: { memoryKib: Number(memory), passes: Number(passes), lanes: Number(lanes) },
  };
}

function isCheaper(own: HashCost, cost: HashCost): boolean {
  return own.memoryKib < cost.memoryKib || own.passes < cost.passes;
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '');
}
