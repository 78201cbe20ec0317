/** Value that an expression makes of data at one of its places. */
import type { Marks } from '../../model/data-flow/family.ts';
import { MARK } from '../../model/data-flow/family.ts';
import type { OwnTables } from '../../model/data-flow/own-rows.ts';
import type { ExpressionLanguage } from '../../model/workflow.ts';
import { calledName } from '../callee.ts';
import { COMPUTED } from '../joined.ts';
import { MARKS_OF_REPLACEMENT } from './replacement.ts';
import { combined, type DataEffect, NO_EFFECT, STOPS } from './tables/data-effect.ts';
import { functionsOf } from './tables/function-table.ts';
import type { ValueUse } from './use.ts';

/** Result of an expression, with regard to data in it. */
export interface UsedValue {
  readonly effect: DataEffect;
  /** Members and items that are read before any function, in lower case; '' for a computed one. */
  readonly path: readonly string[];
  /** True if the result is the data itself or a part of it, which no function or text changes. */
  readonly isPlain: boolean;
}

const STOPPED: UsedValue = { effect: STOPS, path: [], isPlain: false };

/** Members that functions of cloud flows read: `body('A')` is the member `body` of A. */
const READ_BY: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    body: ['body'],
    actionbody: ['body'],
    triggerbody: ['body'],
    formdatavalue: ['body', ''],
    formdatamultivalues: ['body', ''],
    multipartbody: ['body', ''],
    triggerformdatavalue: ['body', ''],
    triggerformdatamultivalues: ['body', ''],
    triggermultipartbody: ['body', ''],
  }),
);

/** Returns the members of a read of a cloud flow, each by itself: `?['body/value']` is two. */
function flowPath({ node, path }: ValueUse): readonly string[] {
  const first = node.kind === 'call' ? (READ_BY.get(calledName(node)) ?? []) : [];
  const all = [...first, ...path.flatMap((name) => name.split('/'))];
  return all[0] === 'outputs' ? all.slice(1) : all;
}

/** Returns the last part of a dotted name; `new` stays before that of a type. */
function lastPart(name: string): string {
  const [type] = name.split(/[(<[]/, 1) as [string];
  const last = type.slice(Math.max(type.lastIndexOf('.'), type.lastIndexOf(':')) + 1);
  return name.startsWith('new ') && !last.startsWith('new ') ? `new ${last}` : last;
}

const BEHIND_HOST = /:\/\/[^/?#]+[/?#]|^[^:/]*[/?#]/;
const SCHEME = /^\s*(?:https?:)?\/\/[^/]*$/i;

/** Returns the marks that a value gets by the text before it. */
export function marksOfPlace({ position, before }: ValueUse): Marks {
  if (position !== 'joined' || before === '') return 0;
  const fixed = before.replaceAll(COMPUTED, '');
  const isBehindHost = BEHIND_HOST.test(before) || (before.startsWith(COMPUTED) && !SCHEME.test(fixed));
  const isBehindRoot = /[\\/]/.test(before) || before.startsWith(COMPUTED);
  return (isBehindHost ? MARK.behindHost : 0) | (isBehindRoot ? MARK.behindRoot : 0);
}

/**
 * Returns the members and items that are read of a key; undefined where only a number is read, as of a length. A key that
 * is a field itself is read as a member of its collection.
 */
export function membersOfUse(
  use: ValueUse,
  key: string,
  language: ExpressionLanguage,
  own?: OwnTables,
): readonly string[] | undefined {
  const members = language === 'workflow-definition' ? flowPath(use) : use.path;
  const effects = members.map((name) => functionsOf(language, own).effectOf(name, -1));
  if (effects.some((effect) => effect !== undefined && effect.stops !== 0)) return undefined;
  const first = effects.findIndex((effect) => effect !== undefined);
  const path = first === -1 ? members : members.slice(0, first);
  return key.endsWith(`.${path.join('.')}`) ? [] : path;
}

/** Returns what an expression makes of data at one of its places. */
export function valueOfUse(use: ValueUse, language: ExpressionLanguage, own?: OwnTables): UsedValue {
  if (use.position === 'tested' || use.position === 'key') return STOPPED;
  const functions = functionsOf(language, own);
  const members = language === 'workflow-definition' ? flowPath(use) : use.path;
  let effect: DataEffect = NO_EFFECT;
  let path = members;
  for (const [at, name] of members.entries()) {
    const ofMember = functions.effectOf(name, -1);
    if (ofMember === undefined) continue;
    if (path === members) path = members.slice(0, at);
    effect = combined(effect, ofMember);
  }
  for (const { name, argument } of use.calls) {
    const own = MARKS_OF_REPLACEMENT.has(name)
      ? { ...NO_EFFECT, sets: MARKS_OF_REPLACEMENT.get(name)! }
      : (functions.effectOf(name, argument) ?? functions.effectOf(lastPart(name), argument) ?? STOPS);
    effect = combined(effect, own);
  }
  return { effect, path, isPlain: use.calls.length === 0 && use.position === 'whole' && path === members };
}
