/** Names, code or addresses have invisible or look-alike characters. */

import { ANY_NON_LATIN, type Problem } from '../../model/rule.ts';
import { asText, type Text } from '../../model/text.ts';
import type { Anchor, Expression, Note, Value, Workflow } from '../../model/workflow.ts';
import {
  deceivingCharacter,
  invisibleCharacter,
  isSuspicious,
  isSuspiciousRange,
  lookAlike,
} from '../../patterns/texts/hidden-characters.ts';
import { isServiceUrl } from '../../semantics/http-url.ts';
import { isAbsolutePath } from '../../semantics/local-path.ts';
import { defineRule } from '../define-rule.ts';

const HIDDEN = /[\u200B-\u200D\u202A-\u202E\u2060\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/** Returns whether a value may have such characters. */
function mayDeceive(value: Value | Expression | Note): boolean {
  const { raw } = value;
  return raw === undefined ? isSuspicious(value.text) : isSuspiciousRange(raw);
}

/** Returns the problem of a name that expressions or people refer to. */
function inName(name: string): string | undefined {
  if (!isSuspicious(name)) return undefined;
  const invisible = invisibleCharacter(name);
  if (invisible !== undefined) return `contains the invisible character ${invisible}`;
  const alike = lookAlike(name);
  return alike === undefined ? undefined : `contains ${alike}, which only looks like a Latin letter`;
}

/** Returns the problem of a text. In prose, marks that join letters or break lines are normal. */
function inText(text: string): string | undefined {
  if (!isSuspicious(text)) return undefined;
  const shown = text.replace(HIDDEN, '');
  const exact = isServiceUrl(shown) || isAbsolutePath(shown);
  const found = exact ? invisibleCharacter(text) : deceivingCharacter(text);
  if (found !== undefined) return `contains the hidden character ${found}`;
  const alike = isServiceUrl(shown) ? lookAlikeInHost(shown) : undefined;
  return alike && `names a host that contains ${alike}, which only looks like a Latin letter`;
}

/** Returns a look-alike in a part of a host whose other letters are Latin; hosts in other alphabets are genuine. */
function lookAlikeInHost(address: string): string | undefined {
  const host = /:\/\/([^/?#]*)/.exec(address)?.[1] ?? '';
  for (const part of host.split('.')) {
    const found = lookAlike(part);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Checks an expression: its words as names, its texts as texts, and direction marks anywhere in its source. */
function* inExpression(expression: Expression, known: Set<string>): Generator<[string, string]> {
  for (const { kind, text } of expression.tokens) {
    if (kind === 'string') {
      const wrong = inText(text);
      if (wrong !== undefined) yield [expression.name, wrong];
    } else if ((kind === 'name' || kind === 'symbol') && !known.has(text)) {
      const wrong = inName(text);
      if (wrong !== undefined) {
        known.add(text);
        yield [text, wrong];
      }
    }
  }
}

/** Yields the texts to check, except expressions. */
function* suspiciousTexts(workflow: Workflow): Generator<Text> {
  for (const { properties } of workflow.activities)
    for (const property of properties)
      if (property.expression === undefined && mayDeceive(property)) yield asText(property, 'literal');
  for (const { default: value } of [...workflow.variables, ...workflow.arguments])
    if (value !== undefined && mayDeceive(value)) yield asText(value, 'default');
  for (const note of workflow.notes) if (mayDeceive(note)) yield note;
}

function problem(at: Anchor, name: string, wrong: string): Problem {
  const clean = name.replace(HIDDEN, '');
  return { at, message: `"${clean}" ${wrong}.`, subject: `hidden character in ${clean}` };
}

/** Separators of the words in a name. */
const BETWEEN_WORDS = /[\s_-]+/;
/** Characters invisible in every script; joiners are normal in emoji and some languages. */
const NEVER_SEEN = /[\u200B\u2060\uFEFF]/;

/** Returns the problem of a step's name; where steps have keys, expressions refer to it and a twin can stand in. */
function inStepName(name: string, isKey: boolean): string | undefined {
  const found =
    deceivingCharacter(name) ?? (isKey && NEVER_SEEN.test(name) ? invisibleCharacter(name) : undefined);
  if (found !== undefined) return `has the hidden character ${found} in its name`;
  if (!isKey) return undefined;
  for (const word of name.split(BETWEEN_WORDS)) {
    const alike = lookAlike(word);
    if (alike !== undefined) return `has ${alike} in its name, which only looks like a Latin letter`;
  }
  return undefined;
}

/** Checks each identifier once: at its declaration, or where it is first mentioned. */
function* identifiers(workflow: Workflow, known: Set<string>): Generator<Problem> {
  for (const symbol of [...workflow.variables, ...workflow.arguments]) {
    const wrong = known.has(symbol.name) ? undefined : inName(symbol.name);
    if (wrong === undefined) continue;
    known.add(symbol.name);
    yield problem(symbol, symbol.name, wrong);
  }
  for (const activity of workflow.activities) {
    // Names of steps are prose, but must not be shown as something else.
    const { rawName } = activity;
    const isOdd = rawName === undefined ? isSuspicious(activity.name) : isSuspiciousRange(rawName);
    if (!isOdd) continue;
    const wrong = inStepName(activity.name, workflow.platform === 'power-automate');
    if (wrong !== undefined) yield problem(activity, activity.name, wrong);
  }
}

export const rule = defineRule('XPL-SEC-019', {
  includeDisabled: true,
  level: 'workflow',
  words: [ANY_NON_LATIN],
  *check(workflow) {
    const known = new Set<string>();
    yield* identifiers(workflow, known);
    for (const expression of workflow.expressions) {
      if (!mayDeceive(expression)) continue;
      for (const [name, wrong] of inExpression(expression, known)) yield problem(expression, name, wrong);
    }
    for (const text of suspiciousTexts(workflow)) {
      const code = text.kind === 'code' ? invisibleCharacter(text.text) : undefined;
      const wrong = code === undefined ? inText(text.text) : `has the hidden character ${code} in it`;
      if (wrong !== undefined) yield problem(text, text.name, wrong);
    }
  },
});
