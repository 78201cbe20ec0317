/** A password, secret or certificate in the authentication block of an HTTP call. */
import { factOfNames } from '../../model/interning/name-facts.ts';
import { ownText } from '../../model/interning/own-text.ts';
import { literalOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { fixedSecret } from '../../patterns/power-automate/flow-values.ts';
import { mask, maskedKey } from '../../patterns/secrets/mask.ts';
import { isPlaceholder } from '../../semantics/secretness/placeholder.ts';
import { defineRule } from '../define-rule.ts';

/** Settings that hold the secret, by authentication type in lower case. */
const SECRETS: ReadonlyMap<string, readonly string[]> = new Map([
  ['basic', ['password']],
  ['activedirectoryoauth', ['secret', 'password', 'pfx']],
  ['raw', ['value']],
  ['clientcertificate', ['pfx', 'password']],
]);
/** Settings to check when the type is missing or computed. */
const ANY_SECRET = ['password', 'secret', 'pfx'];
const MAY_BE_SECRET: ReadonlySet<string> = new Set([...SECRETS.values()].flat());
const BLOCK = 'authentication.';

/** Block and setting: `inputs.authentication.` and `password`; two empty texts outside every block. */
interface Place {
  readonly block: string;
  readonly setting: string;
}
const ELSEWHERE: Place = { block: '', setting: '' };

const placeOf = factOfNames((name): Place => {
  const end = name.lastIndexOf(BLOCK) + BLOCK.length;
  if (end < BLOCK.length) return ELSEWHERE;
  return { block: ownText(name.slice(0, end)), setting: ownText(name.slice(end)) };
});

/** Returns the authentication type of each block, in lower case. */
function typesIn({ properties }: Activity): ReadonlyMap<string, string> {
  const types = new Map<string, string>();
  for (const property of properties) {
    const { block, setting } = placeOf(property);
    if (setting === 'type') types.set(block, literalOf(property)?.toLowerCase() ?? '');
  }
  return types;
}

export const rule = defineRule('PAF-SEC-001', {
  level: 'activity',
  words: ['authentication.'],
  includeDisabled: true,
  *check(activity, { workflow, options }) {
    let types: ReadonlyMap<string, string> | undefined;
    for (const property of activity.properties) {
      const { block, setting } = placeOf(property);
      if (!MAY_BE_SECRET.has(setting)) continue;
      types ??= typesIn(activity);
      const settings = SECRETS.get(types.get(block) ?? '') ?? ANY_SECRET;
      if (!settings.includes(setting)) continue;
      const secret = fixedSecret(workflow, property);
      if (secret === undefined) continue;
      if (secret.length < options.minLength || isPlaceholder(secret)) continue;
      yield {
        at: property,
        subject: property.name,
        group: maskedKey(secret),
        message: `"${activity.name}" has its ${setting} written into the flow: ${mask(secret)}.`,
      };
    }
  },
});
