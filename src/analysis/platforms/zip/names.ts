/** Names of zip members: how their bytes are read, and which are refused. */
import { isUtf8 } from 'node:buffer';

/** The upper half of code page 437, which names without the flag are in by the format (APPNOTE 6.3.10, appendix D). */
const CODE_PAGE_437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0';

/**
 * UTF-8 when flagged or when it is valid UTF-8 anyway, as many tools forget the flag; else the code page that Windows
 * packs names of Western Europe in.
 */
export function decodeName(bytes: Buffer, flagged: boolean): string {
  if (flagged || isUtf8(bytes)) return bytes.toString('utf8');
  return bytes
    .toString('latin1')
    .replace(/[\x80-\xff]/g, (byte) => CODE_PAGE_437[byte.charCodeAt(0) - 0x80]!);
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
