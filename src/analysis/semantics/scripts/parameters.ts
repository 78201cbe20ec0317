/** Parameters of functions in languages without a parser here. */

/** Numbers of arguments that a function takes; undefined: unknown, as of a class or a decorated function. */
export interface Arity {
  readonly min: number;
  readonly max: number;
}

/** Returns the parts of a list that commas outside of brackets separate. */
export function parameterParts(list: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at <= list.length; at += 1) {
    const sign = list[at] ?? ',';
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    if (depth < 0 || at === list.length || (depth === 0 && sign === ',')) {
      parts.push(list.slice(from, at).trim());
      from = at + 1;
      if (depth < 0) break;
    }
  }
  return parts.filter(Boolean);
}
