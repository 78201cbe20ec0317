/** The functions of the workflow definition language that mention something, found from the bytes of their names. */
import { type KeyKind, keyKind, type MentionedKey, makeKey } from './mentioned-keys.ts';

const VARIABLE = keyKind('variable:', false);
const PARAMETER = keyKind('parameter:', false);
const ACTION = keyKind('action:', true);
const LOOP = keyKind('loop:', true);
/** A field of the trigger's body. */
export const FIELD = keyKind('input:', false);
const WHOLE = keyKind('', false);
export const TRIGGER = makeKey(WHOLE, 'trigger');
export const ITEM = makeKey(WHOLE, 'item');

/** What a function does with what it is about. */
export interface CodeFunction {
  readonly name: string;
  readonly does: 'refers' | 'reads-trigger' | 'reads-field' | 'reads-form' | 'reads-item';
  /** What its first argument names. */
  readonly kind: KeyKind;
  /** The key when that is computed. */
  readonly any: MentionedKey;
  /** Its result is the body of the trigger, and no object with it. */
  readonly isBody: boolean;
}

const ofKind = (kind: KeyKind, names: string): readonly CodeFunction[] =>
  names.split(' ').map((name) => ({ name, does: 'refers', kind, any: makeKey(kind, '*'), isBody: false }));
const ofTrigger = (does: CodeFunction['does'], ...names: readonly string[]): readonly CodeFunction[] =>
  names.map((name) => ({ name, does, kind: WHOLE, any: TRIGGER, isBody: name === 'triggerbody' }));

const FUNCTIONS: readonly CodeFunction[] = [
  ...ofKind(VARIABLE, 'variables'),
  ...ofKind(PARAMETER, 'parameters'),
  ...ofKind(
    ACTION,
    'body outputs actions actionbody actionoutputs result formdatavalue formdatamultivalues multipartbody',
  ),
  ...ofKind(LOOP, 'items iterationindexes'),
  ...ofTrigger('reads-field', 'triggerbody', 'triggeroutputs'),
  ...ofTrigger('reads-form', 'triggerformdatavalue', 'triggerformdatamultivalues'),
  ...ofTrigger('reads-trigger', 'trigger', 'triggermultipartbody'),
  ...ofTrigger('reads-item', 'item'),
];

const hashed = (hash: number, byte: number): number => Math.imul(hash, 31) + (byte | 0x20);

/** By hash of the name in lower case. */
const BY_HASH: ReadonlyMap<number, CodeFunction> = new Map(
  FUNCTIONS.map((found) => [Buffer.from(found.name).reduce(hashed, 0) | 0, found] as const),
);

/** The function of the name in a range of bytes, in any letter case; undefined for one that mentions nothing. */
export function functionAt(bytes: Uint8Array, start: number, end: number): CodeFunction | undefined {
  let hash = 0;
  for (let at = start; at < end; at += 1) hash = hashed(hash, bytes[at]!);
  const found = BY_HASH.get(hash | 0);
  if (found === undefined || found.name.length !== end - start) return undefined;
  for (let i = 0; i < found.name.length; i += 1)
    if ((bytes[start + i]! | 0x20) !== found.name.charCodeAt(i)) return undefined;
  return found;
}
