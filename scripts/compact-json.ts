/** Compact JSON for people and for diffs: the outer levels on lines of their own, everything deeper on one line. */

/** Formats a value; `levels` of nesting get their own lines. */
export function compactJson(value: unknown, levels: number, indent = ''): string {
  if (levels === 0 || typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent} `;
  const isList = Array.isArray(value);
  const items = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => {
      const name = isList ? '' : `${JSON.stringify(key)}: `;
      return `${inner}${name}${compactJson(member, levels - 1, inner)}`;
    });
  const [open, close] = isList ? '[]' : '{}';
  return items.length === 0 ? `${open}${close}` : `${open}\n${items.join(',\n')}\n${indent}${close}`;
}
