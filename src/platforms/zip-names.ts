/** Names of zip members: how their bytes are read, and which are refused. */
import { isUtf8 } from 'node:buffer';

/** UTF-8 when flagged or when it is valid UTF-8 anyway, as many tools forget the flag; else one byte a character. */
export function decodeName(bytes: Buffer, flagged: boolean): string {
  return bytes.toString(flagged || isUtf8(bytes) ? 'utf8' : 'latin1');
}

/**
 * A relative path with `/` between folders; a folder ends with `/`. Undefined for names that are absolute, climb
 * out, hold control characters, or are nothing at all.
 */
export function safePath(name: string): string | undefined {
  // Windows tools write backslashes, against the format.
  const path = name.replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const climbs = parts.includes('..');
  const absolute = path.startsWith('/') || /^[A-Za-z]:/.test(path);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is refused
  if (path === '' || climbs || absolute || /[\x00-\x1f\x7f]/.test(path)) return undefined;
  // `./` is the archive's own root, as some tools list it.
  if (parts.length === 0) return path.endsWith('/') ? '/' : undefined;
  return parts.join('/') + (path.endsWith('/') ? '/' : '');
}
