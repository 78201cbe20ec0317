/** Opens a built pack: verifies its bytes first, then reads exactly those bytes. */
import { satisfies, validRange } from 'semver';
import type { Rule } from '../../analysis/model/rule.ts';
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
  readonly trust: Trust | null;
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
  const name = nameIn(envelope.payload);
  const distrust = trust === null ? undefined : signatureProblem(trust, { envelope, packName: name, now });
  if (distrust !== undefined)
    throw fail(`${distrust} Sign it with \`flowarden policy sign\` and a trusted key.`);
  const pack = readPayload(envelope.payload, fail);
  const { engine } = pack.metadata;
  if (engine !== null && (validRange(engine) === null || !satisfies(engineVersion, engine)))
    throw fail(
      `The pack is for Flowarden ${engine}, and this is ${engineVersion}. Update Flowarden, or build the pack for this version.`,
    );
  const wrong = builtOptionProblem(pack, rules);
  if (wrong !== undefined) throw fail(`${wrong} Correct its source, and build the pack again.`);
  return pack;
}

/** Returns the name that a payload claims: which keys may sign it depends on the name. */
function nameIn(payload: Buffer): string {
  try {
    const { metadata } = JSON.parse(payload.toString()) as { metadata?: { name?: unknown } };
    return typeof metadata?.name === 'string' ? metadata.name : '';
  } catch {
    return '';
  }
}

/** Returns whether a text may have a reserved key, also one that is written with escapes. */
function mayHaveReserved(text: string): boolean {
  return text.includes('\\u') || RESERVED_KEYS.some((key) => text.includes(`"${key}"`));
}

function rejectReserved(key: string, member: unknown): unknown {
  if (RESERVED_KEYS.includes(key)) throw new SyntaxError(`the key ${key}`);
  return member;
}

function readPayload(payload: Buffer, fail: (message: string, cause?: unknown) => PolicyError): BuiltPack {
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(payload);
    value = mayHaveReserved(text) ? JSON.parse(text, rejectReserved) : JSON.parse(text);
  } catch (cause) {
    throw fail('The payload is damaged. Build the pack again.', cause);
  }
  const pack = checkBuiltPack(value);
  if (typeof pack === 'string')
    throw fail(`The payload does not fit this version (${pack}). Build the pack again.`);
  return pack;
}
