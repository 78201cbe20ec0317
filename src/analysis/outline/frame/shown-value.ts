/** Values as frames show them: names, operators, switches and numbers stay, every text is `…`. */
import type { Expression, Token, Value } from '../../model/workflow.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { stepName } from '../step-name.ts';

const TEXT = '"…"';
/** Number in place of one that may be a secret. */
const NUMBER = '…';
/** Tokens of a long expression that are shown. */
const TOKENS_MAX = 60;

const SWITCH = /^(?:true|false|null|nothing|\{x:Null\}|-?\d{1,9}(?:\.\d{1,9})?)$/i;
/** Last parts of settings whose values come from a list of the vendor. */
const CHOICES: ReadonlySet<string> = new Set(
  `action bodyformat clicktype condition conditionname connectionmode encodingvalue frequency interval kind level loginhibit
  logoption looptype method mousebutton operationid operator priority protocol repeatoption runstatus triggerauthenticationtype type unit`.split(
    /\s+/,
  ),
);
const CHOICE = /^[A-Za-z][\w. -]{0,39}$/;

/** Functions of flows whose text is the name of a step, variable or parameter. */
const NAMING: ReadonlySet<string> = new Set(
  'actionbody actionoutputs actions body items outputs parameters result variables'.split(' '),
);
const NAME = /^[\p{L}\p{N}_$@()[\]{}'/ .:-]{1,80}$/u;

/** Facts that decide which words of a value may be shown. */
export interface ShownTerms {
  /** Name of the setting or symbol that has the value. */
  readonly name: string;
  /** Type of the symbol; '' for a setting. */
  readonly type: string;
  /** The finding is about security or privacy: a number may be a PIN under any name. */
  readonly isSensitive: boolean;
  /** Returns whether a name is declared in the workflow. */
  readonly isDeclared: (name: string) => boolean;
}

const ownPart = (name: string): string =>
  name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);

/** Numbers that are long enough for a PIN. */
const LONG_NUMBER = /\d{3}/;

const namesSecret = ({ name, type }: ShownTerms): boolean =>
  [ownPart(name), name, type].some((one) => secretness(one) !== 'no');

/** Returns the value without its texts, on one line. */
export function shownValue(value: Pick<Value, 'text' | 'expression'>, terms: ShownTerms): string {
  const { text, expression } = value;
  const isSecret = namesSecret(terms);
  if (expression !== undefined) return stepName(shownExpression(expression, isSecret, terms));
  const literal = text.trim();
  if (literal === '') return 'empty';
  if (terms.isSensitive && LONG_NUMBER.test(literal)) return TEXT;
  if (!isSecret && SWITCH.test(literal)) return literal;
  const isChoice = CHOICES.has(ownPart(terms.name).toLowerCase()) && CHOICE.test(literal);
  return !isSecret && isChoice ? stepName(literal) : TEXT;
}

/** Returns whether a string of a flow's expression is a name: of a step, a variable or a member. */
function isFlowName(tokens: readonly Token[], at: number): boolean {
  const before = tokens[at - 1]?.text;
  if (!NAME.test(tokens[at]!.text)) return false;
  if (before === '[') return true;
  return before === '(' && NAMING.has(tokens[at - 2]?.text.toLowerCase() ?? '');
}

/** Returns the shown text of a token. */
function shownToken(
  { language, tokens }: Expression,
  at: number,
  isSecret: boolean,
  { isDeclared, isSensitive }: ShownTerms,
): string {
  const { kind, text } = tokens[at]!;
  if (kind === 'string') {
    if (language === 'workflow-definition' && isFlowName(tokens, at)) return `'${text}'`;
    // `$rInvoice{customer}$`: the name of a column.
    if (language === 'a360' && tokens[at - 1]?.text === '{' && NAME.test(text)) return text;
    return TEXT;
  }
  if (kind === 'number') {
    const isHidden = isSecret || (isSensitive && LONG_NUMBER.test(text));
    return isHidden || !SWITCH.test(text) ? NUMBER : text;
  }
  if (kind === 'symbol')
    return language === 'blue-prism' ? `[${text}]` : language === 'a360' ? `$${text}` : text;
  if (kind !== 'name' || !isSecret || isDeclared(text)) return text;
  // What no symbol declares in a setting for secrets may be one, but for functions and members.
  const isMember = tokens[at - 1]?.text === '.' || ['.', '('].includes(tokens[at + 1]?.text ?? '');
  return isMember || !/\d/.test(text) ? text : NUMBER;
}

const NO_BLANK_BEFORE = /^[.,)\]}?]$/;
const NO_BLANK_AFTER = /^[.([{?]$/;
/** Begins an index or a member of what stands before it. */
const GOES_ON = /^[.[{(?]$/;

/** Returns whether two tokens stand without a blank between them. */
function touches(last: Token | undefined, token: Token): boolean {
  if (last === undefined || NO_BLANK_AFTER.test(last.text)) return true;
  if (token.kind !== 'string' && NO_BLANK_BEFORE.test(token.text)) return true;
  return GOES_ON.test(token.text) && token.kind !== 'string' && ['name', 'symbol'].includes(last.kind);
}

/** Returns whether a token ends a reference of A360, which closes with `$` behind its indexes and members. */
function endsReference(tokens: readonly Token[], at: number): boolean {
  const { kind, text } = tokens[at]!;
  if (GOES_ON.test(tokens[at + 1]?.text ?? '')) return false;
  return (
    kind === 'symbol' || text === '}' || text === ']' || (kind === 'name' && tokens[at - 1]?.text === '.')
  );
}

function shownExpression(expression: Expression, isSecret: boolean, terms: ShownTerms): string {
  const { tokens, language } = expression;
  if (tokens.length === 0) return TEXT;
  let shown = '';
  for (const [at, token] of tokens.slice(0, TOKENS_MAX).entries()) {
    const text = shownToken(expression, at, isSecret, terms);
    const end = language === 'a360' && endsReference(tokens, at) ? '$' : '';
    shown += `${touches(tokens[at - 1], token) ? '' : ' '}${text}${end}`;
  }
  return tokens.length > TOKENS_MAX ? `${shown} …` : shown;
}
