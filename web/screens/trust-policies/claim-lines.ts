/** Claims as lines of text, such as `ref = refs/heads/*`. */

/** Claims by their names. */
type Claims = Readonly<Record<string, string>>;

/** Writes each claim on a line of its own. */
export function linesOf(claims: Claims): string {
  return Object.entries(claims)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');
}

/** Reads the lines; empty ones are skipped. A string is the fault of a line, for the person who wrote it. */
export function claimsIn(text: string): Claims | string {
  const claims = new Map<string, string>();
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const at = line.indexOf('=');
    const name = line.slice(0, at).trim();
    const value = line.slice(at + 1).trim();
    if (at === -1 || name === '') return `Write "${line.trim()}" as NAME = VALUE.`;
    if (value === '') return `Give ${name} a value, or remove its line.`;
    if (claims.has(name)) return `${name} has two lines. Leave one of them.`;
    claims.set(name, value);
  }
  return Object.fromEntries(claims);
}
