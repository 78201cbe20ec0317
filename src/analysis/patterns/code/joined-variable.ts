/** Texts that Visual Basic or C# joins from fixed pieces and variables. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Expression, Token, Workflow } from '../../model/workflow.ts';
import { wordsOf } from '../../semantics/words.ts';
import { HARMLESS_TYPES, ownValues } from '../uipath/own-values.ts';
import { resolveSymbol, type SymbolTable } from '../used-symbols.ts';

/** Functions whose result is a number, a date or a boolean. */
const HARMLESS_CALLS =
  `cint clng cshort cdec cdbl cbool cdate parse toint16 toint32 toint64 todecimal todouble todatetime isnullorempty
  isnullorwhitespace isnothing isdbnull`.split(/\s+/);
/** Functions of Visual Basic: the first of three arguments only decides which of the others is the result. */
const CHOICES = new Set(['if', 'iif']);
const COMPARISONS = new Set(['==', '!=', '<>']);
const JOINING_CALLS = new Set(['format', 'concat', 'join', 'appendformat']);

/** Returns whether a name is that of a project setting, whose value the author chooses like the fixed pieces. */
function isConfiguration(name: string): boolean {
  return wordsOf(name).at(-1) === 'config';
}

function joins({ kind, text }: Token): boolean {
  if (kind === 'operator') return text === '+' || text === '&' || text === '+=' || text === '&=';
  return kind === 'name' && JOINING_CALLS.has(text.toLowerCase());
}

const isSign = (token: Token | undefined, text: string): boolean =>
  token?.kind === 'punctuation' && token.text === text;

/** Returns whether a name is compared, as in `name == ""` of C#: the result of a comparison is no part of the text. */
function isCompared(tokens: readonly Token[], at: number): boolean {
  return COMPARISONS.has(tokens[at - 1]?.text ?? '') || COMPARISONS.has(tokens[at + 1]?.text ?? '');
}

/** Open parentheses. */
interface Open {
  readonly isHarmless: boolean;
  readonly isChoice: boolean;
  commas: number;
  /** Choice whose first argument this is a part of: it may turn out to be a condition. */
  choice: Open | undefined;
  /** First name in the first argument of a choice. */
  first: string | undefined;
}

function openParentheses(outer: Open | undefined, call: string, harmless: ReadonlySet<string>): Open {
  const isHarmless = outer?.isHarmless === true || harmless.has(call);
  const open: Open = {
    isHarmless,
    isChoice: CHOICES.has(call),
    commas: 0,
    choice: outer?.choice,
    first: undefined,
  };
  if (open.isChoice) open.choice = open;
  return open;
}

/** Matches `"… @name".Replace("@name", name)`: a text, or one from the settings, with inserted values. */
function isTemplate(tokens: readonly Token[]): boolean {
  const [first] = tokens;
  if (first?.kind !== 'string' && (first?.kind !== 'name' || !isConfiguration(first.text))) return false;
  return tokens.some((token, at) => isFilling(tokens, at) && token.text === '(');
}

/** Returns whether a bracket opens the arguments of a method `Replace`. */
const isFilling = (tokens: readonly Token[], at: number): boolean =>
  tokens[at - 1]?.text.toLowerCase() === 'replace' && tokens[at - 2]?.text === '.';

/** Returns the first of the names outside harmless calls and conditions that is not escaped. */
function firstOpen(
  tokens: readonly Token[],
  names: ReadonlyMap<string, string>,
  harmlessCalls: ReadonlySet<string>,
  isEscaped: (tokens: readonly Token[], at: number) => boolean,
  fills: boolean,
): string | undefined {
  const opened: Open[] = [];
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]!;
    const before = tokens[i - 1];
    const isMember = before?.kind === 'punctuation' && before.text.endsWith('.');
    let name = token.kind === 'name' && !isMember ? names.get(token.text.toLowerCase()) : undefined;
    if (name !== undefined && (isCompared(tokens, i) || isEscaped(tokens, i))) name = undefined;
    if (isSign(token, '(')) {
      const isPart = fills && opened.length === 0 && isFilling(tokens, i);
      const call = before?.kind === 'name' && !isPart ? before.text.toLowerCase() : '';
      opened.push(openParentheses(opened.at(-1), call, harmlessCalls));
    } else if (isSign(token, ')')) {
      const closed = opened.pop();
      // `If(name, "none")` is the name if it is set.
      if (closed?.isChoice === true && closed.commas === 1) name = closed.first;
    } else if (isSign(token, ',') && opened.at(-1)?.isChoice === true) {
      opened.at(-1)!.commas += 1;
      opened.at(-1)!.choice = opened.at(-2)?.choice;
    }
    const open = opened.at(-1);
    if (name === undefined || open?.isHarmless === true) continue;
    if (open?.choice === undefined) return name;
    open.choice.first ??= name;
  }
  return undefined;
}

/** Escaping of the values in one kind of text. */
export interface Escaping {
  /** Functions beside conversions to numbers and dates, lower case. */
  readonly calls: readonly string[];
  /** Returns whether the variable at a token is escaped where it stands. */
  isEscaped(tokens: readonly Token[], at: number): boolean;
  /** True if values that `Replace` puts into a fixed text count as joined. */
  readonly takesTemplates?: boolean;
}

/**
 * Returns the first declared variable whose value becomes part of a joined text; undefined when nothing is joined.
 * @param except key of a variable that is known to hold the beginning of the text
 */
export function joinedVariable(
  workflow: Workflow,
  table: SymbolTable,
  { tokens, mentions, owner }: Expression,
  escaping: Escaping,
  except?: string,
): string | undefined {
  if (except === undefined && !tokens.some((token) => token.kind === 'string')) return undefined;
  const fills = escaping.takesTemplates === true && isTemplate(tokens);
  if (!fills && !tokens.some(joins)) return undefined;
  const risky = new Map<string, string>();
  for (const key of mentions) {
    const symbol = resolveSymbol(workflow, table, key, owner);
    if (key === except || symbol === undefined) continue;
    if (HARMLESS_TYPES.test(symbol.type) || isConfiguration(symbol.name)) continue;
    if (!ownValues(workflow).has(symbol)) risky.set(symbol.name.toLowerCase(), symbol.name);
  }
  if (risky.size === 0) return undefined;
  const harmless = new Set([...HARMLESS_CALLS, ...escaping.calls]);
  return firstOpen(tokens, risky, harmless, escaping.isEscaped, fills);
}

/** Joined text, with the variable that ends up in it. */
export interface JoinedText {
  readonly at: Expression;
  readonly variable: string;
}

/** Maps each lower-case variable to its first joined text. `isWanted` receives the first fixed piece. */
export function joinedAssignments(
  workflow: Workflow,
  table: SymbolTable,
  escaping: Escaping,
  isWanted: (start: string) => boolean,
): Map<string, JoinedText> {
  const found = new Map<string, JoinedText>();
  /** Variables that hold the beginning of such a text. */
  const begun = new Set<string>();
  for (const assign of workflow.activities) {
    if (assign.role !== 'assign' || !isLive(assign)) continue;
    const to = propertyOf(assign, 'To')?.expression?.text.trim().toLowerCase();
    const property = propertyOf(assign, 'Value');
    if (to === undefined || property === undefined || found.has(to)) continue;
    const value = property.expression;
    const start =
      value === undefined ? property.text : value.tokens.find(({ kind }) => kind === 'string')?.text;
    // `sql = sql + name` behind `sql = "SELECT …"`.
    const isContinued = begun.has(to) && value?.tokens[0]?.text.toLowerCase() === to;
    if (!isContinued && (start === undefined || !isWanted(start))) continue;
    begun.add(to);
    if (value === undefined) continue;
    const variable = joinedVariable(
      workflow,
      table,
      value,
      escaping,
      isContinued ? value.mentions[0] : undefined,
    );
    if (variable !== undefined) found.set(to, { at: value, variable });
  }
  return found;
}
