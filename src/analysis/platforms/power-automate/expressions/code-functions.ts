/** Functions of the workflow definition language that mention a symbol, looked up by the bytes of their names. */
import { type FlowNameKind, NAMING_FUNCTIONS } from '../../../model/flow-names.ts';
import { type KeyKind, keyKind } from './mentioned-keys.ts';

/** A field of the trigger's body. */
export const FIELD = keyKind('input:', false);
const WHOLE = keyKind('', false);
export const TRIGGER = 'trigger';
export const ITEM = 'item';

/** Effect of a function on its first argument. */
export interface CodeFunction {
  readonly name: string;
  readonly does: 'refers' | 'reads-trigger' | 'reads-field' | 'reads-form' | 'reads-item';
  /** Kind of the name in its first argument. */
  readonly kind: KeyKind;
  /** Key for a computed name. */
  readonly any: string;
  /** Its result is the body of the trigger, not an object around it. */
  readonly isBody: boolean;
}

const KINDS: Readonly<Record<FlowNameKind, KeyKind>> = {
  variable: keyKind('variable:', false),
  parameter: keyKind('parameter:', false),
  action: keyKind('action:', true),
  loop: keyKind('loop:', true),
};
const ofTrigger = (does: CodeFunction['does'], ...names: readonly string[]): readonly CodeFunction[] =>
  names.map((name) => ({ name, does, kind: WHOLE, any: TRIGGER, isBody: name === 'triggerbody' }));

const FUNCTIONS: readonly CodeFunction[] = [
  ...Array.from(NAMING_FUNCTIONS, ([name, named]): CodeFunction => {
    const kind = KINDS[named];
    return { name, does: 'refers', kind, any: `${kind.prefix}*`, isBody: false };
  }),
  ...ofTrigger('reads-field', 'triggerbody', 'triggeroutputs'),
  ...ofTrigger('reads-form', 'triggerformdatavalue', 'triggerformdatamultivalues'),
  ...ofTrigger('reads-trigger', 'trigger', 'triggermultipartbody'),
  ...ofTrigger('reads-item', 'item'),
];

/** By length and first letter of the name: hardly two share both, and most other functions match none. */
const BY_START: readonly (readonly CodeFunction[])[] = Array.from({ length: 32 * 32 }, (_, place) =>
  FUNCTIONS.filter(({ name }) => placeOf(name.length, name.charCodeAt(0)) === place),
);
const LENGTH_MAX = 31;

function placeOf(length: number, first: number): number {
  return length * 32 + (first & 0x1f);
}

/**
 * Returns the function of the name in a range of bytes, in any letter case; undefined for one that mentions nothing.
 */
export function functionAt(bytes: Uint8Array, start: number, end: number): CodeFunction | undefined {
  if (end - start > LENGTH_MAX) return undefined;
  const known = BY_START[placeOf(end - start, bytes[start]!)]!;
  for (let i = 0; i < known.length; i += 1) if (isNamed(known[i]!, bytes, start)) return known[i];
  return undefined;
}

function isNamed({ name }: CodeFunction, bytes: Uint8Array, start: number): boolean {
  for (let i = 0; i < name.length; i += 1)
    if ((bytes[start + i]! | 0x20) !== name.charCodeAt(i)) return false;
  return true;
}
