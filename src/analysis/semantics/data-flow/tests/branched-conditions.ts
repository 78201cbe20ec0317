/** Conditions whose parts are settings of their own: `expression.or.0.equals.1`, `condition.variable`. */
import { literalOf, propertyOf } from '../../../model/navigate.ts';
import type { Activity } from '../../../model/workflow.ts';
import { WAY, type Ways } from '../../flow/ways.ts';
import { joinedOutcome, opposite } from './outcome.ts';

/** Parts of the longest name that is read. */
const PARTS_MAX = 40;
const JOINS: ReadonlySet<string> = new Set(['and', 'or']);

/** A part of a condition by the next part of its name. */
interface Part {
  readonly parts: Map<string, Part>;
  /** Index of the setting; -1: it has parts. */
  property: number;
}

const emptyPart = (): Part => ({ parts: new Map(), property: -1 });

/** Returns the condition of a cloud flow as a tree by the names of its settings. */
function conditionOf({ properties }: Activity): Part {
  const root = emptyPart();
  for (const [property, { name }] of properties.entries()) {
    const [first, ...names] = name.split('.');
    if (first !== 'expression' || names.length > PARTS_MAX) continue;
    let part = root;
    for (const one of names) {
      const next = part.parts.get(one) ?? emptyPart();
      part.parts.set(one, next);
      part = next;
    }
    part.property = property;
  }
  return root;
}

/** Contents of the settings of a condition. */
export interface TestedSettings {
  /** Returns whether a setting is the value itself. */
  isValue(property: number): boolean;
  /** Returns whether a setting is a list in which the value may be. */
  isList(property: number): boolean;
}

/** Returns whether a comparison tests the value in a setting. */
function isTest(
  name: string,
  { parts }: Part,
  { isValue, isList }: TestedSettings,
  activity: Activity,
): boolean {
  const [first, second] = [parts.get('0')?.property ?? -1, parts.get('1')?.property ?? -1];
  // In a list of the flow; what a text contains is not limited.
  if (name === 'contains') return isValue(second) && isList(first);
  if (name !== 'equals' || first === -1 || second === -1) return false;
  const isFixed = (property: number): boolean => literalOf(activity.properties[property]) !== undefined;
  return (isValue(first) && isFixed(second)) || (isValue(second) && isFixed(first));
}

/**
 * Returns the ways on which a value has passed the condition of a cloud flow.
 */
export function flowConditionOutcome(activity: Activity, tested: TestedSettings): Ways {
  const outcome = (name: string, part: Part): Ways => {
    const inner = [...part.parts];
    if (JOINS.has(name))
      return joinedOutcome(
        inner.map(([, item]) => outcome('', item)),
        name === 'and',
      );
    if (name === 'not') return opposite(inner.length === 1 ? outcome(...inner[0]!) : 0);
    if (isTest(name, part, tested, activity)) return WAY.whenTrue;
    // A condition in a list, or the whole one, has one part.
    return name === '' && inner.length === 1 ? outcome(...inner[0]!) : 0;
  };
  return outcome('', conditionOf(activity));
}

/** Returns the ways on which the text of an A360 condition is the fixed one that it is compared with. */
export function botConditionOutcome(activity: Activity): Ways {
  if (literalOf(propertyOf(activity, 'condition.value')) === undefined) return 0;
  const operator = propertyOf(activity, 'condition.operator')?.text;
  return operator === 'EQ' ? WAY.whenTrue : operator === 'NE' ? WAY.whenFalse : 0;
}
