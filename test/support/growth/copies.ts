/** Copies of a part of a document whose names differ. */
import type { Node } from './constructs.ts';

/** What differs between copies: nothing, names and ids, or every plain word. */
export const NUMBERINGS = ['none', 'names', 'words'] as const;
export type Numbering = (typeof NUMBERINGS)[number];

const XML_NAMES = /((?:^|[\s:])(?:\w*[Nn]ame|stageid|[Ii]d|IdRef|Key|sheet)=")([^"]+)/g;
const XML_WORDS = /((?!\b\w*[Tt]ype\w*)\b[\w.:]+="\[?)([A-Za-z][\w .]*)(?=\]?")/g;
const JSON_NAMES = /("(?:\w*[Nn]ame|u?id|key|value)":\s*")([^"\\]+)/g;
const JSON_WORDS = /("(?!type|commandName|packageName|operationId)\w+":\s*")([A-Za-z][\w .]*)(?=")/g;
const KEYS = /([{,]\s*")([^"\\]+)(?="\s*:\s*[{["\dtfn])/g;

const suffixed = (text: string, pattern: RegExp, i: number): string =>
  text.replace(pattern, (_, before: string, name: string) => `${before}${name}_${i}`);

/** Keys of one object must differ, and so must attributes of one element. */
function renamed({ kind }: Node, text: string, i: number): string {
  if (kind === 'member') return text.replace(/^"((?:[^"\\]|\\.)*)"/, `"$1_${i}"`);
  if (kind === 'attribute') return text.replace(/^[^\s=]+/, `$&_${i}`);
  return text;
}

/** Returns copy `i` of the text of a node. */
export function numbered(node: Node, text: string, numbering: Numbering, i: number): string {
  const copy = renamed(node, text, i);
  if (numbering === 'none') return copy;
  const isXml = node.kind === 'element' || node.kind === 'attribute';
  if (node.kind === 'line')
    return copy.replace(numbering === 'names' ? /\b([A-Z]\w*)$/gm : /\b([A-Z]\w*)(?!\w*[.:])/g, `$1${i}`);
  if (isXml) return suffixed(copy, numbering === 'names' ? XML_NAMES : XML_WORDS, i);
  return suffixed(
    numbering === 'names' ? copy : suffixed(copy, KEYS, i),
    numbering === 'names' ? JSON_NAMES : JSON_WORDS,
    i,
  );
}
