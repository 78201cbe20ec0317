/** A variable, Compose, environment variable or field with a secret's name and a fixed text. */
import { factOfNames } from '../../model/interning/name-facts.ts';
import type { FileKind } from '../../model/kinds/file-kind.ts';
import type { Variable } from '../../model/workflow.ts';
import { ownFixedText } from '../../patterns/power-automate/flow-values.ts';
import { literalCredentialRule, type SecretPlace } from '../../patterns/secrets/literal-credential-rule.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';
import { defineRule } from '../define-rule.ts';

/** Parts of the names that count: a connection or credential alone does not, and stands in each use of a connector. */
const NAME_PARTS = SECRET_NAME_PARTS.filter((part) => part !== 'conn' && part !== 'credential');

/** Settings that other rules check, and those whose names stand for allowed values. */
const ELSEWHERE = /(?:^|[./])(?:authentication|headers|queries|schema|host)\./i;

const fieldOf = (name: string): string => lastPart(name.replaceAll('/', '.'));

/** Returns whether a setting is a field with a secret's name that no other rule checks. */
const isSecretField = factOfNames((name) => secretness(fieldOf(name)) === 'certain' && !ELSEWHERE.test(name));

/** Actions whose whole result is their value. */
const SETS: ReadonlySet<string> = new Set(['Compose', 'SetVariable']);

/**
 * Returns the secret's name in `Client secret (new_ClientSecret)`: an environment variable has a display name and a
 * schema name.
 */
const secretPart = (name: string): string | undefined =>
  name.split(/[()]/).find((part) => reaches(secretness(part), 'likely'));

/** Returns the name by which the start value of a symbol is judged: '' where its type says that it is a secret. */
function nameOfSymbol(symbol: Variable): string | undefined {
  const type = symbol.type.toLowerCase();
  const isParameter = symbol.key.startsWith('parameter:');
  if (isParameter && symbol.secure) return type === 'secureobject' ? undefined : '';
  return type === 'string' && (isParameter || !('direction' in symbol)) ? secretPart(symbol.name) : undefined;
}

/** Kind of file that PAF-SEC-028 checks. */
const CHECKED_ELSEWHERE: FileKind = 'power-automate-connector-settings';

/** Returns the name by which a value is judged: '' for the field of a secret; undefined if no secret is expected. */
function judgedName({ assignment: { name, via, at }, activity, symbol }: SecretPlace): string | undefined {
  if (symbol !== undefined) return nameOfSymbol(symbol);
  if (isSecretField(at)) return '';
  // A value made of something else is no secret of the file.
  const isOwn = via === 'variable' && (at.expression?.mentions.length ?? 0) === 0;
  return isOwn && SETS.has(activity?.type ?? '') ? secretPart(name) : undefined;
}

export const rule = defineRule('PAF-SEC-003', {
  languages: ['workflow-definition', 'power-fx'],
  includeDisabled: true,
  ...literalCredentialRule({
    // Initial objects of variables may hold escapes, which their members have no longer.
    words: [...NAME_PARTS, 'secure', '\\u00'],
    least: 'certain',
    *whole(place) {
      if (place.workflow.kind === CHECKED_ELSEWHERE) return;
      const name = judgedName(place);
      const text = name === undefined ? undefined : ownFixedText(place.assignment.at);
      if (text !== undefined) yield { texts: [text], judgedBy: name === '' ? undefined : name };
    },
    hasParts({ workflow, assignment: { via, at, text }, symbol }) {
      if (workflow.kind === CHECKED_ELSEWHERE) return false;
      if (symbol !== undefined && 'direction' in symbol) return false;
      const isMember = via === 'json' || (via === 'xml' && at.name === 'inputs.body');
      return isMember && !ELSEWHERE.test(at.name) && text?.startsWith('@') !== true;
    },
    problem({ masked, part }, { assignment: { name, at }, activity, symbol }) {
      const owner = symbol === undefined ? `"${activity?.name}"` : `The variable "${symbol.name}"`;
      if (part !== undefined) {
        const message = `${owner} holds a fixed secret in the field "${part}" of a text: ${masked}.`;
        return { subject: `${at.name} ${part}`, message };
      }
      if (symbol !== undefined) {
        const starts = `${owner} starts with a fixed secret: ${masked}.`;
        const has = `The parameter "${symbol.name}" has a fixed secret as its default value: ${masked}.`;
        return { subject: symbol.name, message: 'direction' in symbol ? has : starts };
      }
      if (isSecretField(at)) {
        const message = `${owner} holds a fixed secret in the field "${fieldOf(at.name)}": ${masked}.`;
        return { subject: at.name, message };
      }
      const what = activity?.type === 'Compose' ? 'holds' : `sets the variable "${name}" to`;
      return { subject: name, message: `${owner} ${what} a fixed secret: ${masked}.` };
    },
  }),
});
