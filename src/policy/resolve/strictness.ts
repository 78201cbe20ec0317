/** Comparison of settings: which one is at least as strict. */
import { type Rule, SEVERITIES, type Severity } from '../../analysis/model/rule.ts';
import type { OptionValue } from '../../analysis/model/rule-option.ts';

/** Returns whether a severity is the same or worse. */
export function isAtLeast(severity: Severity, other: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(other);
}

/**
 * Returns whether a value of a rule's option is as strict as another one. Values that cannot be compared are not, and an
 * empty list that the rule needs accepts everything.
 */
export function isAsStrict(
  { options, needsOneOf = [] }: Rule,
  name: string,
  value: OptionValue,
  other: OptionValue,
): boolean {
  const { stricter, isOpenWhenEmpty } = options[name]!;
  if (isSame(value, other)) return true;
  if (stricter === 'equal' || typeof value !== typeof other) return false;
  if (typeof value === 'number' || typeof value === 'boolean')
    return stricter === 'lower' ? Number(value) <= Number(other) : Number(value) >= Number(other);
  if (!isList(value) || !isList(other)) return false;
  if (needsOneOf.includes(name as never) && (value.length === 0) !== (other.length === 0))
    return other.length === 0;
  if (isOpenWhenEmpty === true && value.length === 0) return false;
  return stricter === 'longer' ? holds(value, other) : holds(other, value);
}

const isList = (value: OptionValue): value is readonly string[] => Array.isArray(value);

/** Returns whether two values are the same; the order of a list counts. */
export function isSame(value: OptionValue, other: OptionValue): boolean {
  return JSON.stringify(value) === JSON.stringify(other);
}

function holds(list: readonly string[], entries: readonly string[]): boolean {
  const known = new Set(list);
  return entries.every((entry) => known.has(entry));
}
