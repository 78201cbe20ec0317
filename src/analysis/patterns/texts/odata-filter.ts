/** Filters of OData. Source: "OData Version 4.01, Part 2: URL Conventions", section 5.1.1. */

/** Stands for a part that the run fills. */
export const HOLE = '\uFFFC';
const QUOTED = /'(?:[^']|'')*'/g;
const WRONG_OPERATOR = /(?:^|[\s)\uFFFC])(==?|!=|<>|<=|>=|<|>|&&|\|\|)(?=[\s'(\uFFFC]|$)/;
const WORD = /\s(like|contains|is|equals|starts|not in)\s/i;

/** Returns the parentheses that are still open; -1 where one closes too many. */
function openParentheses(text: string): number {
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (depth < 0) return -1;
  }
  return depth;
}

/** Returns what is wrong with a filter, as the end of a sentence; undefined for one that may be right. */
export function odataFilterFault(filter: string): string | undefined {
  const text = filter.trim();
  // Functions of Dataverse take lists in JSON: `Microsoft.Dynamics.CRM.In(PropertyName='name',PropertyValues=["a","b"])`.
  if (text === '' || /\bmicrosoft\.dynamics\.crm\./i.test(text)) return undefined;
  const bare = text.replace(QUOTED, "''");
  if (!text.includes(HOLE) && bare.replaceAll("''", '').includes("'"))
    return 'has a quotation mark without its partner';
  if (bare.includes('"')) return 'has a text in double quotation marks, where OData takes single ones';
  const operator = WRONG_OPERATOR.exec(bare)?.[1] ?? WORD.exec(bare)?.[1];
  if (operator !== undefined) return `has the operator "${operator}", which OData does not know`;
  if (!text.includes(HOLE) && openParentheses(bare) !== 0) return 'has a parenthesis without its partner';
  return undefined;
}
