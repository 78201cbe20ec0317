/** Secret environment variables of a solution, by name and data type, and the shipped values. */
import type { Clue, ClueFacts, FoundClue, ProjectSubject } from '../../../model/project.ts';
import type { Variable, Workflow } from '../../../model/workflow.ts';
import { reaches, secretness } from '../../../semantics/secretness/secretness.ts';

const TEXT_TYPES = new Set(['100000000', '100000003']);
const SECRET_TYPE = '100000005';
const DISPLAY = 'displayname:';

/** Returns the declared kind of a variable that is a secret; undefined for others. */
function declaredAs({ name, type }: Variable, shown: string): 'text' | 'secret' | undefined {
  if (type === SECRET_TYPE) return 'secret';
  // The publisher's prefix is not part of the name.
  const own = name.slice(name.indexOf('_') + 1);
  const isSecret = [own, shown].some((each) => reaches(secretness(each), 'likely'));
  return TEXT_TYPES.has(type) && isSecret ? 'text' : undefined;
}

/** Returns whether a text only says what is to stand there: `secret`, `Client Secret`. */
const isOwnName = (text: string): boolean => secretness(text) !== 'no' && !/\d/.test(text);

/** Returns whether a variable has a value that can be the secret itself; the type Secret takes its id in a Key Vault. */
function isRealValue(variable: Variable): boolean {
  const text = variable.default?.text ?? '';
  return reaches(secretness(null, text), 'likely') && !isOwnName(text);
}

/** Yields a variable's declaration: `text` or `secret`, then its display name. */
export function* gatherDeclared({ variables }: Workflow): Generator<Clue> {
  for (const variable of variables) {
    if (!variable.modifiers?.includes('environment-variable')) continue;
    const display = variable.modifiers.find((modifier) => modifier.startsWith(DISPLAY));
    const shown = display?.slice(DISPLAY.length) ?? variable.name;
    const declared = declaredAs(variable, shown);
    if (declared !== undefined) yield { at: variable, text: `${declared} ${shown}` };
  }
}

/** Yields the clues of `gatherDeclared`, and `value` for every value, but never the value itself. */
export function* gatherValues(workflow: Workflow): Generator<Clue> {
  yield* gatherDeclared(workflow);
  for (const variable of workflow.variables) {
    const isValue = ['environment-variable', 'environment-variable-value'].some((each) =>
      variable.modifiers?.includes(each),
    );
    if (isValue && isRealValue(variable)) yield { at: variable.default!, text: 'value' };
  }
}

/** Returns the declaration in a clue; undefined for a value. */
export function declarationIn({
  text,
}: ClueFacts): { readonly as: string; readonly shown: string } | undefined {
  const space = text.indexOf(' ');
  return space === -1 ? undefined : { as: text.slice(0, space), shown: text.slice(space + 1) };
}

const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1).toLowerCase();

/** Yields the values of secrets. The definition and values of one variable share a folder. */
export function* shippedSecrets({
  clues,
}: ProjectSubject): Generator<{ readonly value: FoundClue; readonly shown: string }> {
  const secrets = new Map<string, string>();
  for (const clue of clues) {
    const declared = declarationIn(clue);
    if (declared !== undefined) secrets.set(folderOf(clue.in.file), declared.shown);
  }
  for (const clue of clues) {
    const shown = secrets.get(folderOf(clue.in.file));
    if (shown !== undefined && declarationIn(clue) === undefined) yield { value: clue, shown };
  }
}
