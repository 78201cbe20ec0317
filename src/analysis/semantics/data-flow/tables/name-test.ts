/** Tests of names by the tables about data flow. */
import type { NamePattern, RowNames } from '../../../facts/data-flow/row.ts';

/** Creates the test of a name: in any letter case, or by a pattern. */
export function nameTest(names: RowNames): (name: string) => boolean {
  const all: readonly (string | NamePattern)[] = Array.isArray(names)
    ? names
    : [names as string | NamePattern];
  const texts = new Set<string>();
  const patterns: NamePattern[] = [];
  for (const one of all)
    if (typeof one === 'string') texts.add(one.toLowerCase());
    else patterns.push(one);
  return (name) => texts.has(name.toLowerCase()) || patterns.some((pattern) => pattern.test(name));
}
