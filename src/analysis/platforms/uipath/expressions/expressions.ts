/** The expression languages of UiPath: Visual Basic in older projects, C# in newer ones. */
import type { Token } from '../../../model/workflow.ts';
import { type Dialect, scan } from '../../dot-net/lexer.ts';
import { parse } from '../../dot-net/tree/tree.ts';
import type { ExpressionSyntax } from '../../expression-syntax.ts';
import { createPlainMentions } from './mentions.ts';

/** Reserved words in places where a variable could stand. */
const RESERVED = {
  'visual-basic': new Set(
    `addressof and andalso as boolean byref byval byte call case catch cbool cdate cdbl cdec char cint clng cobj cstr
    ctype date decimal dim directcast do double each else elseif end exit false finally for function get gettype
    handles if in integer is isnot let lib like long loop me mod mybase myclass new next not nothing object of or
    orelse redim return select short single static step string sub synclock then throw to true try trycast typeof using
    when while with xor`.split(/\s+/),
  ),
  csharp: new Set(
    `as base bool break byte case catch char checked const continue decimal default do double else false finally float
    for foreach goto if in int is lock long new null object out params ref return sbyte short sizeof stackalloc string
    switch this throw true try typeof uint ulong unchecked ushort using var void while`.split(/\s+/),
  ),
} as const satisfies Record<Dialect, ReadonlySet<string>>;

/** An expression of one name, as most are. */
const NAME = /^[A-Za-z_]\w*$/;

function isMember(before: Token | undefined): boolean {
  return (
    before?.kind === 'punctuation' && (before.text === '.' || before.text === '?.' || before.text === '!')
  );
}

/** Returns whether `name:=value` names a parameter of the function, not a variable. */
function isParameterName(after: Token | undefined): boolean {
  return after?.kind === 'operator' && after.text === ':=';
}

/** Returns the key of a name, '' for a reserved word. */
type KeyOf = (name: string) => string;

function keyOf(dialect: Dialect, ignoreCase: boolean): KeyOf {
  const reserved: ReadonlySet<string> = RESERVED[dialect];
  return (name) => {
    const lower = name.toLowerCase();
    if (reserved.has(dialect === 'csharp' ? name : lower)) return '';
    return ignoreCase ? lower : name;
  };
}

function mentionsOf(tokens: readonly Token[], key: KeyOf): string[] {
  const found = new Set<string>();
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]!;
    if (token.kind !== 'name' || isMember(tokens[i - 1]) || isParameterName(tokens[i + 1])) continue;
    found.add(key(token.text));
  }
  found.delete('');
  return [...found];
}

function syntax(dialect: Dialect, ignoreCase: boolean): ExpressionSyntax {
  const key = keyOf(dialect, ignoreCase);
  return {
    language: dialect,
    tokens: (text) => scan(text, dialect),
    plainMentions: createPlainMentions(dialect, key),
    mentions: (tokens) => mentionsOf(tokens, key),
    mayBeLiteral: (text) => /["'\u201c\u201d]/.test(text),
    literal: (tokens) => (tokens.length === 1 && tokens[0]!.kind === 'string' ? tokens[0]!.text : undefined),
    tree: (text) =>
      NAME.test(text) && key(text) !== ''
        ? { kind: 'reference', name: text, isMarked: false, start: 0, end: text.length }
        : parse(text, dialect),
  };
}

/** Visual Basic and C# in the files of one project language, which alone decides how symbols are matched. */
export interface Languages {
  readonly project: Dialect;
  readonly visualBasic: ExpressionSyntax;
  readonly csharp: ExpressionSyntax;
  /** Returns the key of a declared name. */
  key(name: string): string;
}

function languages(project: Dialect): Languages {
  const ignoreCase = project === 'visual-basic';
  return {
    project,
    visualBasic: syntax('visual-basic', ignoreCase),
    csharp: syntax('csharp', ignoreCase),
    key: (name) => (ignoreCase ? name.toLowerCase() : name),
  };
}

/** By language of the project. A C# project still writes some expressions in brackets, which are Visual Basic. */
export const LANGUAGES = {
  'visual-basic': languages('visual-basic'),
  csharp: languages('csharp'),
} as const satisfies Record<Dialect, Languages>;
