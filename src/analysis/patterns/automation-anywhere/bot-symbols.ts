/** Symbols of an A360 bot: which variables hold outside data, constants or secrets. */
import { literalOf } from '../../model/navigate.ts';
import type { Token, Value, Variable, Workflow } from '../../model/workflow.ts';
import { derived } from '../derived.ts';
import { isSecretName } from '../secrets/secret-name.ts';

/** Types whose values are no free text. */
const HARMLESS = new Set(['NUMBER', 'BOOLEAN', 'DATETIME']);
/** The product's own variables (`$System:…$`) and the global values of the Control Room (`$@name$`): administrators set them. */
const ADMINISTERED = /^(?:system:|@)/i;

/** Facts about the variables of one bot. */
export interface BotSymbols {
  /** Returns the declaration behind a key. */
  declared(key: string): Variable | undefined;
  /** Returns the names of the variables in an expression whose text can be anything, each once. */
  open(tokens: readonly Token[]): string[];
  /** Returns the constant text of a value: a literal, or text whose variables hold their defaults. */
  fixed(value: Value | undefined): string | undefined;
  /** Returns the first variable or key of a record (`$dLogin{Password}$`) with a secret's name and readable text. */
  secret(tokens: readonly Token[]): string | undefined;
}

function writtenKeys(workflow: Workflow): ReadonlySet<string> {
  const written = new Set<string>();
  for (const { properties } of workflow.activities) {
    for (const { direction, expression } of properties) {
      if (direction === 'out') for (const key of expression?.mentions ?? []) written.add(key);
    }
  }
  return written;
}

function symbolsOf(tokens: readonly Token[]): string[] {
  return [...new Set(tokens.filter(({ kind }) => kind === 'symbol').map(({ text }) => text))];
}

/** Fills in the variables of an expression; undefined when one is unknown. */
function filledIn(tokens: readonly Token[], textOf: (key: string) => string | undefined): string | undefined {
  let whole: string | undefined;
  for (const { kind, text } of tokens) {
    const part = kind === 'symbol' ? textOf(text.toLowerCase()) : kind === 'string' ? text : undefined;
    if (part === undefined) return undefined;
    whole = (whole ?? '') + part;
  }
  return whole;
}

/** Collects the symbols of a bot once for all checks. */
export const botSymbols = derived((workflow: Workflow): BotSymbols => {
  let writtenOnce: ReadonlySet<string> | undefined;
  const isWritten = (key: string): boolean => {
    writtenOnce ??= writtenKeys(workflow);
    return writtenOnce.has(key);
  };
  const variables = new Map<string, Variable>();
  for (const argument of workflow.arguments) variables.set(argument.key, argument);
  const inputs = new Set(
    workflow.arguments.filter(({ direction }) => direction !== 'out').map(({ key }) => key),
  );
  for (const variable of workflow.variables) variables.set(variable.key, variable);

  function constant(key: string): string | undefined {
    const variable = inputs.has(key) || isWritten(key) ? undefined : variables.get(key);
    return literalOf(variable?.default) || undefined;
  }

  return {
    declared: (key) => variables.get(key),
    open: (tokens) =>
      symbolsOf(tokens).filter((name) => {
        const key = name.toLowerCase();
        return (
          !ADMINISTERED.test(name) &&
          !HARMLESS.has(variables.get(key)?.type ?? '') &&
          constant(key) === undefined
        );
      }),
    fixed(value) {
      return literalOf(value) ?? filledIn(value?.expression?.tokens ?? [], constant);
    },
    secret(tokens) {
      return tokens.find(({ kind, text }, i) => {
        if (kind === 'string') return tokens[i - 1]?.text === '{' && isSecretName(text);
        return kind === 'symbol' && isSecretName(text) && variables.get(text.toLowerCase())?.secure !== true;
      })?.text;
    },
  };
});
