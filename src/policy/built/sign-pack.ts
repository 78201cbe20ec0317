/** Writes and signs built packs. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { BuiltPack } from './built-pack.ts';
import { canonicalJson } from './canonical-json.ts';
import { readEnvelope, signedBytes, writeEnvelope } from './envelope.ts';
import { keyIdOf } from './trust.ts';

/** Returns the bytes of a pack without a signature. Equal packs are equal bytes. */
export function writePack(pack: BuiltPack): Buffer {
  return writeEnvelope({ payload: Buffer.from(canonicalJson(pack)), signatures: [] });
}

/** Returns an Ed25519 private key; null if the text is none. */
export function readPrivateKey(pem: string): KeyObject | null {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

/** Returns the bytes of a built pack with a signature of the key; one that the key made before is replaced. */
export function signPack(bytes: Uint8Array, file: string, key: KeyObject): Buffer {
  const { payload, signatures } = readEnvelope(bytes, file);
  const keyid = keyIdOf(createPublicKey(key));
  const sig = sign(null, signedBytes(payload), key).toString('base64');
  const others = signatures.filter((signature) => signature.keyid !== keyid);
  return writeEnvelope({ payload, signatures: [...others, { keyid, sig }] });
}

/** Makes a key that signs packs. */
export function newSigningKey(): { readonly privateKey: KeyObject; readonly publicKey: KeyObject } {
  return generateKeyPairSync('ed25519');
}
