/** SQL statements that tokens join from texts and variables. */
import type { Token } from '../../model/workflow.ts';
import { stepLimit } from '../work-limit.ts';
import { isSqlStatement } from './sql.ts';

/** First words of statements. */
export const SQL_VERBS: readonly string[] =
  'select insert update delete merge drop alter truncate exec with'.split(' ');
/** Text that begins with a statement, in code and in expressions. Cheaper than the lexer. */
export const OPENS_STATEMENT = new RegExp(`["'}]\\s*(?:\\(\\s*)?(?:${SQL_VERBS.join('|')})`, 'i');

/** Returns whether code passes values to its statements as parameters. */
export function bindsParameters(tokens: readonly Token[]): boolean {
  return tokens.some(({ kind, text }) => kind === 'name' && /^(?:parameters|addwithvalue)$/i.test(text));
}

/** Functions whose result is a number, a date, a line end, or has its quotation marks escaped. */
export const SAFE_CALLS: ReadonlySet<string> = new Set(
  `replace escape quotename cint clng cdec cdbl cbool cdate int32 parse toint32 toint64 tonumber tobool val len
  now today utcnow newline chr formatdate formatdatetime newguid`.split(/\s+/),
);
/** Names of fixed texts or of types. */
export const CONSTANTS: ReadonlySet<string> = new Set(
  'vbcrlf vblf vbcr vbtab vbnewline environment newline convert string integer int math datetime guid'.split(
    ' ',
  ),
);

/** Budget of statement characters read in one code. Nested calls are read once for each level. */
const STEPS_MAX = 50_000_000;

/** Functions whose result is white space. */
export const LINE_ENDS: ReadonlySet<string> = new Set(['newline', 'chr']);

/** Signs between two parts of one operand or of one joined text. */
const JOINS = new Set(['&', '+', '.']);

/** Texts and operands that `&` or `+` join, at one level of parentheses. */
interface Chain {
  /** Statement as far as it is known, with ` x ` for every operand. */
  text: string;
  /** First operand whose value enters the statement. */
  variable: string | undefined;
  /** True if the last token needs an operand: only then the next one belongs to the chain. */
  open: boolean;
  /** Function that the parentheses belong to. */
  readonly call: string;
  /** True for the arguments of a `Replace` in a statement: the inserted value stands in it unescaped. */
  isFilling: boolean;
}

const emptyChain = (call: string, isFilling = false): Chain => ({
  text: '',
  variable: undefined,
  open: true,
  call,
  isFilling,
});

function restart(chain: Chain): void {
  chain.text = '';
  chain.variable = undefined;
  chain.open = true;
}

function add(chain: Chain, text: string, variable?: string): void {
  if (!chain.open) restart(chain);
  chain.text += text;
  chain.variable ??= variable;
  chain.open = false;
}

/**
 * Returns the variable of a finished chain that is a statement; a format with places counts as joined with its
 * arguments.
 */
function foundIn(
  { text, variable, call, isFilling }: Chain,
  end: Token | undefined,
  isStatement: (text: string) => boolean,
): string | undefined {
  if (isFilling && variable !== undefined) return variable;
  if (variable === undefined && !(call === 'format' && end?.text === ',' && /\{\d/.test(text)))
    return undefined;
  return isStatement(text) ? (variable ?? '') : undefined;
}

/**
 * Returns the first variable that is joined into an SQL statement; '' when a format call joins it; undefined when none
 * is.
 * @param variableOf returns the name of the variable behind a token, or undefined when its value is harmless.
 */
export function variableInSql(
  tokens: readonly Token[],
  variableOf: (token: Token) => string | undefined,
): string | undefined {
  const spend = stepLimit(STEPS_MAX);
  const isStatement = (text: string): boolean => {
    spend(text.length);
    return isSqlStatement(text);
  };
  const outer: Chain[] = [];
  let chain = emptyChain('');
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]!;
    const next = tokens[i + 1];
    if (token.kind === 'string') add(chain, token.text);
    else if (token.kind === 'number') add(chain, token.text);
    else if (JOINS.has(token.text)) chain.open = true;
    else if (token.text === '(') {
      const name = tokens[i - 1]?.kind === 'name' ? tokens[i - 1]!.text.toLowerCase() : '';
      const isFilling =
        name === 'replace' &&
        tokens[i - 2]?.text === '.' &&
        tokens[i - 3]?.kind === 'string' &&
        isStatement(chain.text);
      outer.push(chain);
      chain = emptyChain(name, isFilling);
    } else if (token.kind === 'name' || token.kind === 'symbol') {
      const member = next?.text === '.' ? tokens[i + 2]?.text.toLowerCase() : undefined;
      const harmless =
        CONSTANTS.has(token.text.toLowerCase()) ||
        next?.text === '(' ||
        (member !== undefined && SAFE_CALLS.has(member));
      add(chain, harmless ? ' ' : ' x ', harmless ? undefined : variableOf(token));
    } else {
      const found = foundIn(chain, token, isStatement);
      if (found !== undefined) return found;
      if (token.text === ')' && outer.length > 0) {
        const { text, variable, call } = chain;
        chain = outer.pop()!;
        // Parentheses round a part of the statement, or the result of a call with the variable in it.
        const passed = SAFE_CALLS.has(call) ? undefined : variable;
        chain.text += call === '' ? text : LINE_ENDS.has(call) ? ' ' : ' x ';
        chain.variable ??= passed;
        chain.open = false;
      } else {
        chain.isFilling ||= token.text === ',' && chain.call === 'replace' && isStatement(chain.text);
        restart(chain);
      }
    }
  }
  for (const open of [chain, ...outer]) {
    const found = foundIn(open, undefined, isStatement);
    if (found !== undefined) return found;
  }
  return undefined;
}
