/** Trust in signatures of packs: which keys count for which packs, and whether a signature is needed. */
import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { z } from 'zod';
import { readPattern } from '../../contract/exception.ts';
import { POLICY_LIMITS } from '../limits.ts';
import { PolicyError } from '../problems.ts';
import { type PackEnvelope, signedBytes } from './envelope.ts';

/** Trusted keys. */
const TRUST_KEYS_MAX = 100;

/** Key that signs packs. */
export interface TrustedKey {
  readonly id: string;
  /** Ed25519 public key, SPKI in PEM. */
  readonly publicKey: string;
  /** Names of the packs that it may sign; `*` stands for any characters. */
  readonly packs: readonly string[];
  /** Time from which its signatures no longer count, ISO 8601; null: none. */
  readonly notAfter: string | null;
}

/** Trust of an organisation or a repository. */
export interface Trust {
  readonly requireSignature: boolean;
  /** Number of different keys that must have signed. */
  readonly threshold: number;
  readonly keys: readonly TrustedKey[];
}

const schema = z.strictObject({
  requireSignature: z.boolean(),
  threshold: z.int().min(1).max(POLICY_LIMITS.packSignaturesMax).default(1),
  keys: z
    .array(
      z.strictObject({
        id: z.string().min(1).max(200),
        publicKey: z.string().max(1_000),
        packs: z.array(z.string().min(1).max(100)).min(1),
        notAfter: z.iso.datetime({ offset: true }).nullable().default(null),
      }),
    )
    .max(TRUST_KEYS_MAX),
});

/** Parses a `trust.json`. @throws PolicyError that names what is wrong */
export function parseTrust(text: string, file: string): Trust {
  const fail = (message: string, cause?: unknown): PolicyError =>
    new PolicyError([{ file, line: 0, message }], { cause });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw fail('The file is no JSON.', cause);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw fail(`"${issue!.path.join('.')}": ${issue!.message}.`.replace('..', '.'));
  }
  for (const { id, publicKey } of parsed.data.keys) {
    if (readPublicKey(publicKey) === null)
      throw fail(`The key ${JSON.stringify(id)} is no Ed25519 public key in PEM.`);
  }
  return parsed.data;
}

/** Returns an Ed25519 public key; null if the text is none. */
export function readPublicKey(pem: string): KeyObject | null {
  try {
    const key = createPublicKey(pem);
    // A private key is accepted too by that function.
    return key.asymmetricKeyType === 'ed25519' && !pem.includes('PRIVATE') ? key : null;
  } catch {
    return null;
  }
}

/** Returns the id of a key that follows from the key alone: 16 digits of the SHA-256 of its SPKI. */
export function keyIdOf(key: KeyObject): string {
  return hash('sha256', key.export({ type: 'spki', format: 'der' })).slice(0, 16);
}

/** Pack whose signatures are counted. */
interface Signed {
  readonly envelope: PackEnvelope;
  readonly packName: string;
  readonly now: Date;
}

/**
 * Returns why the signatures of a pack do not suffice; undefined if they do. Whether one is needed follows from the trust
 * alone: a file cannot free itself of it.
 */
export function signatureProblem(trust: Trust, { envelope, packName, now }: Signed): string | undefined {
  const { signatures, payload } = envelope;
  if (signatures.length === 0)
    return trust.requireSignature ? 'The pack has no signature, and the trust requires one.' : undefined;
  const bytes = signedBytes(payload);
  const signing = trust.keys.filter(({ publicKey }) => {
    const key = readPublicKey(publicKey);
    return key !== null && signatures.some(({ sig }) => isSignature(bytes, key, sig));
  });
  if (signing.length === 0) return 'No trusted key has signed the pack.';
  const named = signing.filter(({ packs }) => packs.some((pattern) => readPattern(pattern)(packName)));
  if (named.length === 0) return `No key that has signed may sign the pack "${packName}".`;
  const valid = named.filter(({ notAfter }) => notAfter === null || now < new Date(notAfter));
  if (valid.length === 0) return 'Every key that has signed the pack has expired.';
  const keys = new Set(valid.map(({ publicKey }) => keyIdOf(readPublicKey(publicKey)!)));
  if (keys.size >= trust.threshold) return undefined;
  return `${keys.size} trusted keys have signed the pack; ${trust.threshold} must.`;
}

function isSignature(bytes: Buffer, key: KeyObject, sig: string): boolean {
  const decoded = Buffer.from(sig, 'base64');
  return decoded.toString('base64') === sig && verify(null, bytes, key, decoded);
}
