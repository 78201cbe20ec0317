/** Opens a built pack: verifies its bytes first, then reads exactly those bytes. */
import { hash } from 'node:crypto';
import { satisfies, validRange } from 'semver';
import type { Rule } from '../../analysis/model/rule.ts';
import { MIB } from '../../units.ts';
import { PolicyError } from '../problems.ts';
import { builtOptionProblem } from './built-options.ts';
import type { BuiltPack } from './built-pack.ts';
import { checkBuiltPack } from './built-schema.ts';
import { readEnvelope } from './envelope.ts';
import { signatureProblem, type Trust } from './trust.ts';

/** Circumstances of an opening. */
export interface OpenTerms {
  /** Name of the file for people. */
  readonly file: string;
  /** Null: the pack comes from a place that is trusted itself. */
  readonly trust: Trust | undefined;
  /** Version of this program. */
  readonly engineVersion: string;
  /** The catalogue: it says which values options may have. */
  readonly rules: readonly Rule[];
  readonly now: Date;
}

/** Names that objects have by themselves. */
const RESERVED_KEYS = ['__proto__', 'constructor', 'prototype'];

/** Opens a built pack. @throws PolicyError for a pack that is damaged, not trusted, or for another engine version */
export function openPack(
  bytes: Uint8Array,
  { file, trust, engineVersion, rules, now }: OpenTerms,
): BuiltPack {
  const fail = (message: string, cause?: unknown): PolicyError =>
    new PolicyError([{ file, line: 0, message }], { cause });
  const envelope = readEnvelope(bytes, file);
  const digest = hash('sha256', envelope.payload);
  const known = checkedPacks(rules).get(digest)?.pack;
  const parsed = known === undefined ? parsePayload(envelope.payload) : undefined;
  const packName = known?.metadata.name ?? nameIn(parsed?.value);
  const distrust = trust === undefined ? undefined : signatureProblem(trust, { envelope, packName, now });
  if (distrust !== undefined)
    throw fail(`${distrust} Sign it with \`flowarden policy sign\` and a trusted key.`);
  const pack = known ?? readPayload(parsed!, fail);
  const { engine } = pack.metadata;
  if (engine !== null && (validRange(engine) === null || !satisfies(engineVersion, engine)))
    throw fail(
      `The pack is for Flowarden ${engine}, and this is ${engineVersion}. Update Flowarden, or build the pack for this version.`,
    );
  if (known !== undefined) return known;
  const wrong = builtOptionProblem(pack, rules);
  if (wrong !== undefined) throw fail(`${wrong} Correct its source, and build the pack again.`);
  remember(checkedPacks(rules), digest, { pack, bytes: envelope.payload.byteLength });
  return pack;
}

/** Payloads of packs in memory whose contents have been checked; a pack takes some times the bytes of its payload. */
const CHECKED_BYTES_MAX = 16 * MIB;

/** A pack whose contents have been checked. */
interface CheckedPack {
  readonly pack: BuiltPack;
  /** Size of its payload. */
  readonly bytes: number;
}

const checkedBy = new WeakMap<readonly Rule[], Map<string, CheckedPack>>();

/** Returns the packs that were checked with a catalogue, by the digest of their payloads: equal bytes are as valid. */
function checkedPacks(rules: readonly Rule[]): Map<string, CheckedPack> {
  let checked = checkedBy.get(rules);
  if (checked === undefined) {
    checked = new Map();
    checkedBy.set(rules, checked);
  }
  return checked;
}

function remember(checked: Map<string, CheckedPack>, digest: string, pack: CheckedPack): void {
  let bytes = pack.bytes;
  for (const known of checked.values()) bytes += known.bytes;
  for (const [oldest, known] of checked) {
    if (bytes <= CHECKED_BYTES_MAX) break;
    checked.delete(oldest);
    bytes -= known.bytes;
  }
  checked.set(digest, pack);
}

/** Payload as a value; without one if it is no JSON, with the reason. */
interface ParsedPayload {
  readonly text: string;
  readonly value: unknown;
  readonly error?: unknown;
}

/** Parses a payload whose signatures have not been checked yet. */
function parsePayload(payload: Buffer): ParsedPayload {
  let text = '';
  try {
    // A mark of the byte order would be signed and not read.
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(payload);
    return { text, value: JSON.parse(text) };
  } catch (error) {
    return { text, value: undefined, error };
  }
}

/** Returns the name that a payload claims: which keys may sign it depends on the name. */
function nameIn(value: unknown): string {
  const { metadata } = (value ?? {}) as { metadata?: { name?: unknown } | null };
  return typeof metadata?.name === 'string' ? metadata.name : '';
}

/** Returns whether a text may have a reserved key, also one that is written with escapes. */
function mayHaveReserved(text: string): boolean {
  return text.includes('\\u') || RESERVED_KEYS.some((key) => text.includes(`"${key}"`));
}

function rejectReserved(key: string, member: unknown): unknown {
  if (RESERVED_KEYS.includes(key)) throw new SyntaxError(`the key ${key}`);
  return member;
}

function readPayload(
  { text, value, error }: ParsedPayload,
  fail: (message: string, cause?: unknown) => PolicyError,
): BuiltPack {
  try {
    if (error !== undefined) throw error;
    if (mayHaveReserved(text)) JSON.parse(text, rejectReserved);
  } catch (cause) {
    throw fail('The payload is damaged. Build the pack again.', cause);
  }
  const pack = checkBuiltPack(value);
  if (typeof pack === 'string')
    throw fail(`The payload does not fit this version (${pack}). Build the pack again.`);
  return pack;
}
