/** A secret in a property for text, where the activity has one for a SecureString. */
import { uipathActivities } from '../../facts/activity-facts.ts';
import { literalOf } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { reaches, secretness } from '../../semantics/secretness/secretness.ts';
import { resolveSymbol, symbolTable } from '../../semantics/symbols.ts';
import { defineRule } from '../define-rule.ts';

/** Names of properties for text → the property for a SecureString; only texts that are secret as a whole. */
const secureTwins = new Map<string, ReadonlyMap<string, string>>();

function twinsOf(type: string): ReadonlyMap<string, string> {
  const known = secureTwins.get(type);
  if (known !== undefined) return known;
  const twins = new Map<string, string>();
  for (const { properties } of uipathActivities().get(type) ?? []) {
    const names = new Set(properties.map(({ name }) => name));
    for (const { name, type: declared } of properties) {
      const plain = name.replace('Secure', '');
      if (declared === 'SecureString' && plain !== name && names.has(plain) && /password|secret/i.test(plain))
        twins.set(plain, name);
    }
  }
  secureTwins.set(type, twins);
  return twins;
}

/** Returns whether UIP-SEC-006 reports the variable itself. */
function isReportedSymbol(workflow: Workflow, { expression, owner }: Property): boolean {
  if (expression === undefined || expression.tokens.length > 1) return false;
  const symbol = resolveSymbol(workflow, symbolTable(workflow), expression.mentions[0] ?? '', owner);
  return symbol !== undefined && reaches(secretness(symbol.name), 'likely');
}

const TYPES: readonly string[] = [...uipathActivities().keys()].filter((type) => twinsOf(type).size > 0);

export const rule = defineRule('UIP-SEC-007', {
  level: 'activity',
  types: TYPES,
  *check(activity: Activity, { workflow }) {
    for (const property of activity.properties) {
      const secure = twinsOf(activity.type).get(property.name);
      // A literal is worse, and UIP-SEC-001 reports it.
      if (secure === undefined || property.direction === 'out' || literalOf(property) !== undefined) continue;
      const tree = property.expression?.tree;
      // `Nothing` is no secret.
      if (tree === undefined || tree.kind === 'literal' || isReportedSymbol(workflow, property)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" takes the secret as text in "${property.name}", and has "${secure}" for a SecureString.`,
      };
    }
  },
});
