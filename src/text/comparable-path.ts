/** Normalises paths of files that projects and archives write in different ways. */

/** Decodes `%C3%9Cbung%20A` to `Übung A`; packages escape names so. Invalid escapes stay. */
function unescaped(path: string): string {
  if (!/%[0-9a-f]{2}/i.test(path)) return path;
  return path.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes;
    }
  });
}

/**
 * Returns a path in the form for comparisons: in lower case, with `/`, without escapes of packages and without `./`.
 * macOS writes `Ü` of names in archives as two characters.
 */
export function comparable(path: string): string {
  const plain = unescaped(path).replaceAll('\\', '/').normalize('NFC');
  const parts: string[] = [];
  for (const part of plain.toLowerCase().split('/')) {
    if (part === '.' || part === '') continue;
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
