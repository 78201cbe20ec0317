/** Narrows a condition to roles, types and words without which it cannot hold: the engine skips everything else. */
import type { ASTNode } from '@marcbachmann/cel-js';
import type { Options } from '../model/rule-option.ts';
import { SUBJECTS } from './expression.ts';

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

/** Name in a condition, with its texts that the engine searches for words. */
interface Searched {
  readonly name: string;
  readonly fields: readonly string[];
  readonly methods: readonly string[];
  /** Lists whose items have texts of the subject in these fields. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
}

/** Subjects that the engine searches one by one. */
export type NarrowedSubject = 'activity' | 'assignment' | 'expression';

const SEARCHED: Readonly<Record<NarrowedSubject, Omit<Searched, 'name'>>> = {
  activity: { fields: ['name', 'type', 'host'], methods: ['lit', 'prop'], lists: {} },
  assignment: { fields: ['name', 'setting'], methods: [], lists: {} },
  expression: { fields: ['name', 'text'], methods: [], lists: { calls: ['name', 'path'] } },
};
/** Returns what a condition requires of its subject with these options. */
export function narrow(ast: ASTNode, on: NarrowedSubject, options: Options): Narrowing {
  const { name } = SUBJECTS[on];
  const texts = textsOf(ast, { name, ...SEARCHED[on] });
  const isActivity = on === 'activity';
  return {
    roles: isActivity ? membersOf(ast, name, 'role') : undefined,
    types: isActivity ? membersOf(ast, name, 'type') : undefined,
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
/** Tests of lists that hold for none without an item. */
const NEEDS_ITEM = ['exists', 'exists_one'];

/** Returns texts of which the subject contains one if the condition holds. */
function textsOf(node: ASTNode, subject: Searched): Texts | undefined {
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
  if (node.op !== 'rcall') return undefined;
  const [name, object, args] = node.args;
  if (CONTAINING.includes(name)) return isTextOf(object, subject) ? valuesOf(args[0]!) : undefined;
  return NEEDS_ITEM.includes(name) ? textsOfItem(object, args, subject) : undefined;
}

/** Returns the texts that a test requires of an item of one of the subject's lists. */
function textsOfItem(list: ASTNode, args: readonly ASTNode[], subject: Searched): Texts | undefined {
  const [item, test] = args;
  const fields = Object.keys(subject.lists).find((name) => isField(list, subject.name, name));
  if (fields === undefined || item?.op !== 'id' || test === undefined) return undefined;
  return textsOf(test, { name: item.args, fields: subject.lists[fields]!, methods: [], lists: {} });
}

/** Returns the fixed values of an expression; empty texts are in every text. */
function valuesOf(node: ASTNode): Texts | undefined {
  if (node.op === '.' && node.args[0].op === 'id' && node.args[0].args === 'params')
    return { literals: [], params: [node.args[1]] };
  const literals = literalsOf(node);
  return literals === undefined ? undefined : { literals, params: [] };
}

const TEXT_FUNCTIONS = ['lower', 'host', 'domain'];

/** Returns whether an expression is a text of the subject itself, whole or in part, in any letter case. */
function isTextOf(node: ASTNode, subject: Searched): boolean {
  if (node.op === '.') return subject.fields.some((name) => isField(node, subject.name, name));
  if (node.op === 'rcall') {
    const [name, object] = node.args;
    return subject.methods.includes(name) && object.op === 'id' && object.args === subject.name;
  }
  if (node.op !== 'call') return false;
  const [name, [text]] = node.args;
  return TEXT_FUNCTIONS.includes(name) && text !== undefined && isTextOf(text, subject);
}
