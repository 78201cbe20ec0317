/** Mentions of expressions, collected once for all rules that read them. */
import type { Mentions } from '../model/mentions.ts';
import type { Expression } from '../model/workflow.ts';
import { FoundKeys } from './found-keys.ts';
import { RangeProperty } from './range-property.ts';

/** Collects the mentions of a workflow's expressions. If their bytes suffice, they get neither a text nor tokens. */
export function mentionsOf(expressions: readonly Expression[]): Mentions {
  const keys: string[] = [];
  const numbers: number[] = [];
  const starts: number[] = [0];
  const known = new Map<string, number>();
  const add = (key: string): void => {
    let number = known.get(key);
    if (number === undefined) {
      number = keys.length;
      keys.push(key);
      known.set(key, number);
    }
    numbers.push(number);
  };
  const found = new FoundKeys();
  for (const expression of expressions) {
    if (expression instanceof RangeProperty && expression.findMentions(found))
      for (let i = 0; i < found.count; i += 1) add(found.at(i));
    else for (const key of expression.mentions) add(key);
    starts.push(numbers.length);
  }
  return { keys, numbers, starts };
}
