/** Finds passwords that a process types into an application from plain text. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { namesPassword, passwordElements } from '../../patterns/blue-prism/password-element.ts';
import { plainSecrets } from '../../patterns/blue-prism/plain-secrets.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { mentionedSymbols, type SymbolTable, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Stages that type a text. */
const TYPING = ['Write', 'Navigate', 'Action'];
/** Key codes of SendKeys: `{TAB}`, `^a{DEL}`. */
const KEYS_ONLY = /^(?:\{[^{}]{1,20}\}|[\^+%~][a-z]?|\s)*$/i;
const SENDS_KEYS = /send ?keys?\b|type text|set text/i;

/** Yields the values that a stage types, each with whether it goes into a password element. */
function* typed(activity: Activity, elements: ReadonlySet<string>): Generator<[Property, boolean]> {
  const isAction = activity.type === 'Action';
  if (isAction && !SENDS_KEYS.test(propertyOf(activity, 'resource.action')?.text ?? '')) return;
  const targets = new Map<string, string>();
  for (const { name, text } of activity.properties) if (name.endsWith('.element')) targets.set(name, text);
  for (const property of activity.properties) {
    if (isAction && property.name.startsWith('inputs.')) yield [property, false];
    const place = /^steps\.\d+(?=\.(?:expr$|arguments\.))/.exec(property.name)?.[0];
    if (place === undefined) continue;
    const element = targets.get(`${place}.element`) ?? '';
    yield [property, elements.has(element) || namesPassword(element)];
  }
}

/** Returns the text that is typed in plain, or undefined. */
function plainText(
  workflow: Workflow,
  table: SymbolTable,
  { expression }: Property,
  intoPassword: boolean,
): string | undefined {
  if (expression === undefined) return undefined;
  const literal = expression.literal;
  if (literal !== undefined) {
    const isSecret =
      intoPassword && !KEYS_ONLY.test(literal) && secretness(null, literal, { minLength: 1 }) === 'certain';
    return isSecret ? 'a password that is written into the stage' : undefined;
  }
  const symbols = mentionedSymbols(workflow, table, expression);
  if (symbols.some(({ secure }) => secure)) return undefined;
  const secrets = plainSecrets(workflow);
  const item = symbols.find((symbol) => secrets.has(symbol) || (intoPassword && symbol.type === 'text'));
  return item === undefined ? undefined : `the text item "${item.name}"`;
}

export const rule = defineRule('BPR-SEC-013', {
  level: 'workflow',
  types: TYPING,
  // Every password element has a name of this kind, too.
  words: SECRET_NAME_WORDS,
  *check(workflow) {
    const table = symbolTable(workflow);
    const elements = passwordElements(workflow);
    const stages = TYPING.flatMap((type) => stagesOf(workflow, type));
    for (const activity of stages.filter(isLive)) {
      // Real stages type one item into several fields, and one change of its type mends all.
      const reported = new Set<string>();
      for (const [property, intoPassword] of typed(activity, elements)) {
        const what = plainText(workflow, table, property, intoPassword);
        if (what === undefined || reported.has(what)) continue;
        const isLiteral = property.expression?.literal !== undefined;
        if (!isLiteral) reported.add(what);
        const message = `"${activity.name}" types ${what}.`;
        // Other rules may see the same text.
        yield { at: property, message, ...(isLiteral ? { dedupeGroup: 'literal-secret' } : {}) };
      }
    }
  },
});
