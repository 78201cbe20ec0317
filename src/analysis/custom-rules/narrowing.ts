/** Narrows a condition to roles, types and words without which it cannot hold: the engine skips everything else. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Options } from '../model/rule-option.ts';

/** Texts of which one must occur; parts of `params` are known with the options. */
interface Texts {
  readonly literals: readonly string[];
  readonly params: readonly string[];
}

/** Result of narrowing; undefined: nothing is known. */
export interface Narrowing {
  readonly roles: readonly string[] | undefined;
  readonly types: readonly string[] | undefined;
  /** In lower case; none: the condition cannot hold. */
  readonly words: readonly string[] | undefined;
}

/** Shortest part of a text that is worth a search. */
const WORD_MIN = 3;
/** Parts of a text that each letter case and spelling contains; other characters may be written as escapes. */
const PLAIN = /[a-hjl-z0-9]+/g;
/** Beginnings of escapes of letters in the code of a workflow, whose literals are the texts without them. */
const ESCAPES = ['\\u', '\\x'];

/** Returns what a condition about an activity requires of it with these options. */
export function narrow(ast: ASTNode, subject: string, options: Options): Narrowing {
  const texts = textsOf(ast, subject);
  return {
    roles: membersOf(ast, subject, 'role'),
    types: membersOf(ast, subject, 'type'),
    words: texts === undefined ? undefined : wordsFrom(texts, options),
  };
}

function wordsFrom({ literals, params }: Texts, options: Options): readonly string[] | undefined {
  const texts = [...literals, ...params.flatMap((name) => options[name] as string | readonly string[])];
  const words = texts.map(wordOf);
  if (words.length === 0) return [];
  // A text without a word can be anywhere.
  return words.includes('') ? undefined : [...new Set(words), ...ESCAPES];
}

/** Returns the longest part of a text that a search finds; '' if there is none. */
function wordOf(text: string): string {
  const parts = text.toLowerCase().match(PLAIN) ?? [];
  const longest = parts.reduce((best, part) => (part.length > best.length ? part : best), '');
  return longest.length >= WORD_MIN ? longest : '';
}

/** Returns the values of a field of the subject that a condition allows. */
function membersOf(node: ASTNode, subject: string, name: string): readonly string[] | undefined {
  if (node.op === '&&') {
    const [a, b] = node.args.map((part) => membersOf(part, subject, name));
    return a ?? b;
  }
  if (node.op === '||') {
    const [a, b] = node.args.map((part) => membersOf(part, subject, name));
    return a === undefined || b === undefined ? undefined : [...new Set([...a, ...b])];
  }
  if (node.op !== '==' && node.op !== 'in') return undefined;
  const [left, right] = node.args;
  if (!isField(left, subject, name)) return undefined;
  const texts = literalsOf(right);
  return texts === undefined || texts.length === 0 ? undefined : texts;
}

const isField = (node: ASTNode, subject: string, name: string): boolean =>
  node.op === '.' && node.args[1] === name && node.args[0].op === 'id' && node.args[0].args === subject;

function literalsOf(node: ASTNode): readonly string[] | undefined {
  if (node.op === 'value') return typeof node.args === 'string' ? [node.args] : undefined;
  if (node.op !== 'list') return undefined;
  const texts = node.args.map((item) => literalsOf(item)?.[0]);
  return texts.includes(undefined) ? undefined : (texts as string[]);
}

const CONTAINING = ['contains', 'startsWith', 'endsWith'];

/** Returns texts of which the subject contains one if the condition holds. */
function textsOf(node: ASTNode, subject: string): Texts | undefined {
  if (node.op === '&&') {
    const [a, b] = node.args.map((part) => textsOf(part, subject));
    return a ?? b;
  }
  if (node.op === '||') {
    const [a, b] = node.args.map((part) => textsOf(part, subject));
    if (a === undefined || b === undefined) return undefined;
    return { literals: [...a.literals, ...b.literals], params: [...a.params, ...b.params] };
  }
  if (node.op === '==' || node.op === 'in') {
    const [left, right] = node.args;
    return isTextOf(left, subject) ? valuesOf(right) : undefined;
  }
  if (node.op === 'rcall' && CONTAINING.includes(node.args[0]) && isTextOf(node.args[1], subject))
    return valuesOf(node.args[2][0]!);
  return undefined;
}

/** Returns the fixed values of an expression; empty texts are in every text. */
function valuesOf(node: ASTNode): Texts | undefined {
  if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'params')
    return { literals: [], params: [node.args[1]] };
  const literals = literalsOf(node);
  return literals === undefined ? undefined : { literals, params: [] };
}

const TEXT_FIELDS = ['name', 'type', 'host'];
const TEXT_METHODS = ['lit', 'prop'];
const TEXT_FUNCTIONS = ['lower', 'host', 'domain'];

/** Returns whether an expression is a text of the subject itself, whole or in part, in any letter case. */
function isTextOf(node: ASTNode, subject: string): boolean {
  if (node.op === '.') return TEXT_FIELDS.some((name) => isField(node, subject, name));
  if (node.op === 'rcall') {
    const [name, object] = node.args;
    return TEXT_METHODS.includes(name) && object.op === 'id' && object.args === subject;
  }
  if (node.op !== 'call') return false;
  const [name, [text]] = node.args;
  return TEXT_FUNCTIONS.includes(name) && text !== undefined && isTextOf(text, subject);
}
