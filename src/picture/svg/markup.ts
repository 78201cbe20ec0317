/** Elements of SVG as text. Every value is escaped here. */

const SPECIAL = /[&<>"']/g;
const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Characters that XML has no form for. */
const INVALID = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** Returns a text as content or as the value of an attribute. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(INVALID, '\ufffd')
    .replace(SPECIAL, (sign) => ENTITIES[sign]!);
}

export type SvgAttributes = Readonly<Record<string, string | number | undefined>>;

function written(attributes: SvgAttributes): string {
  let text = '';
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined)
      text += ` ${name}="${typeof value === 'number' ? rounded(value) : escapeText(value)}"`;
  return text;
}

/** Returns a number with at most one digit behind the point. */
export function rounded(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/** Returns an element. @param content markup */
export function element(name: string, attributes: SvgAttributes, content = ''): string {
  return content === ''
    ? `<${name}${written(attributes)}/>`
    : `<${name}${written(attributes)}>${content}</${name}>`;
}

/** Returns the path along corners. */
export function linePath(points: readonly number[]): string {
  let path = '';
  for (let at = 0; at < points.length; at += 2)
    path += `${at === 0 ? 'M' : 'L'}${rounded(points[at]!)} ${rounded(points[at + 1]!)}`;
  return path;
}
