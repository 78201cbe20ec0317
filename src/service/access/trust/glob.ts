/** Globs of trust policies: `*` stands for any characters, everything else for itself. */

/** Returns whether a text matches a glob as a whole. Linear: each fixed part is searched once. */
export function matchesGlob(glob: string, text: string): boolean {
  const [first = '', ...parts] = glob.split('*');
  const last = parts.pop();
  if (last === undefined) return text === glob;
  if (text.length < first.length + last.length) return false;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
