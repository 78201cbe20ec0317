/** PackEnvelope of a built pack: DSSE v1 (https://github.com/secure-systems-lab/dsse) around its canonical JSON. */
import { z } from 'zod';
import { formatNumber } from '../../text/format.ts';
import { POLICY_LIMITS } from '../limits.ts';
import { PolicyError } from '../problems.ts';
import { canonicalJson } from './canonical-json.ts';

/** Type of the payload, which signatures cover. */
export const PAYLOAD_TYPE = 'application/vnd.flowarden.policy+json; version=1';

/** Signature over the payload and its type. */
export interface EnvelopeSignature {
  /** Hint of the key, never a reason to trust it. */
  readonly keyid: string;
  /** Ed25519, base64. */
  readonly sig: string;
}

/** An envelope whose form is checked, and nothing else. */
export interface PackEnvelope {
  readonly payload: Buffer;
  readonly signatures: readonly EnvelopeSignature[];
}

const schema = z.strictObject({
  payloadType: z.string(),
  payload: z.string(),
  signatures: z
    .array(z.strictObject({ keyid: z.string().max(200), sig: z.string().max(200) }))
    .max(POLICY_LIMITS.packSignaturesMax),
});

/** Writes an envelope. Equal contents are equal bytes. */
export function writeEnvelope({ payload, signatures }: PackEnvelope): Buffer {
  const sorted = [...signatures].sort((a, b) => (a.keyid < b.keyid ? -1 : 1));
  const text = canonicalJson({
    payloadType: PAYLOAD_TYPE,
    payload: payload.toString('base64'),
    signatures: sorted,
  });
  return Buffer.from(`${text}\n`);
}

/** Reads an envelope. @throws PolicyError if the file is none, or too large */
export function readEnvelope(bytes: Uint8Array, file: string): PackEnvelope {
  const fail = (message: string, cause?: unknown): PolicyError =>
    new PolicyError([{ file, line: 0, message }], { cause });
  if (bytes.byteLength > POLICY_LIMITS.builtBytesMax)
    throw fail(
      `The file has ${formatNumber(bytes.byteLength)} bytes; the limit is ${formatNumber(POLICY_LIMITS.builtBytesMax)}.`,
    );
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
  } catch (cause) {
    throw fail('The file is no built policy pack. Make one with `flowarden policy build`.', cause);
  }
  const parsed = schema.safeParse(value);
  if (!parsed.success)
    throw fail('The file is no built policy pack. Make one with `flowarden policy build`.');
  const { payloadType, payload, signatures } = parsed.data;
  if (payloadType !== PAYLOAD_TYPE)
    throw fail(
      `The payload type is ${JSON.stringify(payloadType.slice(0, 100))}, and must be ${PAYLOAD_TYPE}.`,
    );
  const decoded = Buffer.from(payload, 'base64');
  if (decoded.toString('base64') !== payload) throw fail('The payload is no canonical base64.');
  return { payload: decoded, signatures };
}

/** Returns the bytes that a signature covers: the pre-authentication encoding of DSSE. */
export function signedBytes(payload: Uint8Array): Buffer {
  const type = Buffer.from(PAYLOAD_TYPE);
  const head = `DSSEv1 ${type.byteLength} ${PAYLOAD_TYPE} ${payload.byteLength} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
