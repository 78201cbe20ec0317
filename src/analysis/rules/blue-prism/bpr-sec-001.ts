/** Finds data items and inputs with a secret's name and a readable value in the file. */
import { isLive } from '../../model/navigate.ts';
import type { Activity, Value, Variable } from '../../model/workflow.ts';
import { calculationTarget } from '../../patterns/blue-prism/data-items.ts';
import { secretsInScript } from '../../patterns/scripts/script-secrets.ts';
import { literalCredentialRule } from '../../patterns/secrets/literal-credential-rule.ts';
import { secretsInCalls } from '../../patterns/secrets/tree-secrets.ts';
import { MAY_SAY_SECRET, SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { constantText } from '../../semantics/value.ts';
import { defineRule } from '../define-rule.ts';

const TYPES = new Set(['text', 'number', 'unknown']);
/** Inputs that take the body or the headers of a request. */
const REQUEST = /^inputs\..*(?:body|headers?|json|payload|content|request|data)\b/i;
const CODE = /^(?:global)?code$/;

/** Returns whether a value can be a readable secret: not in an item of another type, nor in code that never runs. */
function isReadable(symbol: Variable | undefined, activity: Activity | undefined): boolean {
  if (symbol !== undefined) return !symbol.secure && TYPES.has(symbol.type);
  return activity !== undefined && (activity.type !== 'Code' || isLive(activity));
}

const isSecretName = (name: string): boolean =>
  reaches(secretness(name, undefined, { counts: 'connections' }), 'likely');

const PARTS = new RegExp(MAY_SAY_SECRET, 'gi');
/** Up to two words that something may be assigned to: `password =`, `"access key",`, `Dim token As String =`. */
const ASSIGNED =
  /(?<![\p{L}\d_-])([\p{L}\d_-]+)(?: ([\p{L}\d_-]+))?(?:["']\s{0,4},|["'\\\])\s]{0,4}(?:As\s{1,4}[\w.]{1,60}\s{0,4})?(?:=(?!=)|:)(?!=?\s{0,4}(?:true|false|nothing|null)\b))/giu;
/** Characters around a part of a name in which the rest of it stands, and what follows it. */
const BEFORE = 30;
const BEHIND = 90;

/** Returns whether code may assign to a secret: most of it does not, although parts of its words are those of secrets. */
function maySetSecret(code: string): boolean {
  let next = 0;
  for (const { index } of code.matchAll(PARTS)) {
    if (index < next) continue;
    next = index + BEFORE;
    const around = code.slice(Math.max(0, index - BEFORE), index + BEHIND);
    for (const [, one = '', other = ''] of around.matchAll(ASSIGNED))
      if (isSecretName(one) || isSecretName(other) || isSecretName(`${one} ${other}`)) return true;
  }
  return /authorization/i.test(code);
}

/** Returns the receiver of a stage's value: the input of an action or page, or the data item of a calculation. */
function receiverOf({ role, properties }: Activity, { name }: Value): string | undefined {
  if (name.startsWith('inputs.')) return name.slice('inputs.'.length);
  const property = properties.find((each) => each.name === name);
  return role === 'assign' && property !== undefined ? calculationTarget(properties, property) : undefined;
}

export const rule = defineRule('BPR-SEC-001', {
  includeDisabled: true,
  ...literalCredentialRule({
    words: [...SECRET_NAME_PARTS, 'authorization'],
    least: 'likely',
    counts: 'connections',
    *whole({ assignment, activity, symbol, workflow }) {
      const { name, via, at } = assignment;
      if (!isReadable(symbol, activity) || workflow.kind === 'blue-prism-release') return;
      if (symbol !== undefined) yield { texts: [at.text], judgedBy: name };
      else if (CODE.test(at.name)) {
        if (at.expression !== undefined) yield* secretsInCalls(at.expression);
        else for (const found of secretsInScript(at.text)) yield { texts: [found.text], part: found.name };
      } else if ((via === 'argument' || via === 'variable') && isSecretName(name)) {
        const fixed = assignment.text ?? (assignment.tree && constantText(assignment.tree));
        if (fixed !== undefined) yield { texts: [fixed], judgedBy: name };
      }
    },
    hasParts({ assignment: { via, at }, activity, symbol, workflow }) {
      if (!isReadable(symbol, activity) || workflow.kind === 'blue-prism-release') return false;
      const isJson = via === 'json' && (symbol !== undefined || REQUEST.test(at.name));
      return isJson || (CODE.test(at.name) && (via === 'json' || via === 'code'));
    },
    partsIn: ({ name, text }) => !CODE.test(name) || maySetSecret(text),
    problem({ masked, part }, { assignment: { at }, activity, symbol }) {
      if (symbol !== undefined) {
        const message = `The data item "${symbol.name}" of type ${symbol.type} has the readable initial value ${masked}.`;
        return { subject: symbol.name, message };
      }
      const owner = `"${activity?.name}"`;
      if (CODE.test(at.name)) {
        const name = part ?? 'NetworkCredential';
        const title = activity?.type === 'Code' ? `The code of ${owner}` : 'The global code';
        return { subject: name, message: `${title} gives "${name}" the fixed text ${masked}.` };
      }
      const receiver = part ?? (activity && receiverOf(activity, at)) ?? '';
      const [how, what] = part === undefined ? ['gives', 'the fixed text'] : ['sends', 'with the fixed text'];
      return { subject: receiver, message: `${owner} ${how} "${receiver}" ${what} ${masked}.` };
    },
  }),
});
