/** A password, token or key stands as fixed text in a command. */
import { derivedOfList } from '../../model/interning/derived.ts';
import type { Property } from '../../model/workflow.ts';
import { secretsInScript } from '../../patterns/scripts/script-secrets.ts';
import { secretInHeader } from '../../patterns/secrets/header-secret.ts';
import { literalCredentialRule, type SecretPlace } from '../../patterns/secrets/literal-credential-rule.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';
import { defineRule } from '../define-rule.ts';

/** `CREDENTIAL`, `DO_NOT_REPEAT`: names of choices, which no person types. */
const CHOICE = /^[A-Z]+(?:_[A-Z]+)*$/;

/** Settings of a captured element of a screen. */
const CAPTURED = /^uiObject\./;

const lowerCased = derivedOfList((names) => names.map((name) => name.toLowerCase()));

/** Types of the fields of a command that take a credential. */
const credentialTypes = derivedOfList(
  (properties: readonly Property[]) =>
    new Set(properties.flatMap(({ name, text }) => (text === 'CREDENTIAL' ? [name] : []))),
);

/** Returns whether a setting is the rule's: AAB-SEC-003 checks variables, and another one fields of type credential. */
function isOwn({ assignment: { via, at }, activity }: SecretPlace): boolean {
  if (activity === undefined || via === 'variable' || CAPTURED.test(at.name)) return false;
  return !credentialTypes(activity.properties).has(`${at.name}.type`);
}

export const rule = defineRule('AAB-SEC-001', {
  includeDisabled: true,
  ...literalCredentialRule<{ minLength: number; attributes: readonly string[] }>({
    words: [...SECRET_NAME_PARTS, 'secur', 'authorization'],
    least: 'certain',
    *whole(place, { attributes }) {
      const { name, at, text } = place.assignment;
      if (!isOwn(place)) return;
      // Real bots have names that no list foresees (`ewsSecuredPassword`, `clientCredSecret`, inputs of sub-bots).
      const isNamed = secretness(name) === 'certain' && !CHOICE.test(at.text);
      const isSecret = isNamed || lowerCased(attributes).includes(name.toLowerCase());
      const secret = isSecret || text === undefined ? text : secretInHeader(name, text);
      if (secret !== undefined) yield { texts: [secret] };
      if (place.activity?.role !== 'script') return;
      for (const found of secretsInScript(at.text)) yield { texts: [found.text], part: found.name };
    },
    hasParts: (place) => !/^(?:code|field)$/.test(place.assignment.via) && isOwn(place),
    problem({ masked, part }, { assignment: { name, at }, activity }) {
      const own = part ?? name;
      const isBeside = own !== lastPart(at.name);
      return {
        message: `"${activity?.name}" has the secret ${masked} as fixed text${isBeside ? ` for "${own}"` : ''} in "${at.name}".`,
        subject: isBeside ? `${at.name} ${own}` : at.name,
      };
    },
  }),
});
