/** Values of options in a pack: plain ones, references to parameters, and changes of a list. */

import type { OptionValue, RuleOption } from '../../analysis/model/rule-option.ts';
import { patternProblem } from '../../analysis/patterns/user-pattern.ts';
import { didYouMean } from '../../text/nearest-name.ts';

/** Value of an option as a pack writes it. */
export type WrittenValue =
  | number
  | string
  | boolean
  | readonly string[]
  | { readonly $param: string }
  | { readonly $add?: readonly string[] | undefined; readonly $remove?: readonly string[] | undefined };

/** Parameters of a pack by name. */
export type Parameters = Readonly<Record<string, OptionValue>>;

/**
 * Returns the value of an option.
 * @param current value in force so far
 * @throws TypeError with one sentence if the value does not fit the option
 */
export function optionValue(
  written: WrittenValue,
  option: RuleOption,
  current: OptionValue,
  parameters: Parameters,
): OptionValue {
  const value = plainValue(written, current, parameters);
  const wanted = kindOf(option.default);
  if (kindOf(value) === wanted) {
    const problem = option.isPattern === true ? patternProblem(value as string) : undefined;
    if (problem !== undefined) throw new TypeError(`is wrong: ${problem}`);
    return value;
  }
  throw new TypeError(`must be ${wanted}, and is ${JSON.stringify(value).slice(0, 80)}`);
}

function plainValue(written: WrittenValue, current: OptionValue, parameters: Parameters): OptionValue {
  if (typeof written !== 'object' || isList(written)) return written;
  if ('$param' in written) {
    const { $param: name } = written;
    if (Object.hasOwn(parameters, name)) return parameters[name]!;
    const hint = didYouMean(name, Object.keys(parameters));
    throw new TypeError(`names the parameter "${name}", which the pack does not have.${hint}`);
  }
  if (!isList(current)) throw new TypeError('is no list, to which $add or $remove could apply');
  const { $add: added = [], $remove: removed = [] } = written;
  const missing = removed.find((entry) => !current.includes(entry));
  if (missing !== undefined)
    throw new TypeError(`does not have ${JSON.stringify(missing)}, which $remove names`);
  return [...new Set([...current.filter((entry) => !removed.includes(entry)), ...added])];
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

function kindOf(value: OptionValue): string {
  if (isList(value)) return 'a list of texts';
  return { number: 'a number', boolean: 'true or false', string: 'a text' }[typeof value as 'number'];
}
