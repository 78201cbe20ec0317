/** Names of zip members: their decoding, and the rejection of unsafe ones. */
import { isUtf8 } from 'node:buffer';

/** Upper half of code page 437, the encoding of names without the flag (APPNOTE 6.3.10, appendix D). */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * Decodes a name. UTF-8 when flagged or when it is valid UTF-8 anyway, as many programs omit the flag; else the code
 * page that Windows uses for names of Western Europe.
 */
export function decodeName(bytes: Buffer, flagged: boolean): string {
  if (flagged || isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => CODE_PAGE_437[byte.charCodeAt(0) - 0x80]!);
}

/**
 * Returns a relative path with `/` between folders; a folder ends with `/`. Undefined for names that are absolute,
 * climb out, hold control characters, or are empty.
 */
export function safePath(name: string): string | undefined {
  // Windows programs write backslashes, against the format.
  const path = name.replaceAll('\\', '/');
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const climbs = parts.includes('..');
  const absolute = path.startsWith('/') || /^[A-Za-z]:/.test(path);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the rejected characters
  if (path === '' || climbs || absolute || /[\x00-\x1f\x7f]/.test(path)) return undefined;
  // `./` is the archive's own root, as some programs list it.
  if (parts.length === 0) return path.endsWith('/') ? '/' : undefined;
  return parts.join('/') + (path.endsWith('/') ? '/' : '');
}
