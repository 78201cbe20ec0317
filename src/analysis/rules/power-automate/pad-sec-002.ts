/** A secret variable whose value the run details of a desktop flow show. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Variable } from '../../model/workflow.ts';
import { type RobinWrite, robinWritesOf } from '../../patterns/power-automate/robin-variables.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';

const HARMLESS_TYPES: ReadonlySet<string> = new Set(['bool', 'boolean', 'numeric', 'number', 'datetime']);
const HARMLESS_VALUE = /^(?:|true|false|-?[\d.]+)$/i;

/** Returns whether the written value can be no secret: a switch, a number, an empty text. */
function isHarmless({ activity }: RobinWrite): boolean {
  if (activity.type === 'Loop') return true;
  const text = activity.type === 'Set' ? literalOf(propertyOf(activity, 'Value')) : undefined;
  return text !== undefined && HARMLESS_VALUE.test(text);
}

// Copied actions come without the list of sensitive variables: there the rule reports nothing.
export const rule = defineRule({
  id: 'PAD-SEC-002',
  version: 1,
  title: 'Secret variable not marked sensitive',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Without the mark the value stands in the variables pane, in the run details and in the action logs that are kept in Dataverse.',
  fix: 'In the designer open the Variables pane, choose the menu of the variable and select "Mark as sensitive"; for an input or output variable switch on "Mark as sensitive" in its dialog.',
  compliance: ['SECLOG'],
  dedupeGroup: 'secret-in-log',
  options: {},
  level: 'workflow',
  *check(workflow) {
    if (workflow.settings.get('scope') !== 'flow') return;
    const writes = robinWritesOf(workflow);
    const symbols: readonly Variable[] = [...workflow.arguments, ...workflow.variables];
    for (const symbol of symbols) {
      if (symbol.secure || HARMLESS_TYPES.has(symbol.type.toLowerCase())) continue;
      if (secretness(symbol.name, undefined, { counts: 'both' }) !== 'certain') continue;
      const known = writes.get(symbol.key) ?? [];
      if (known.length > 0 && known.every(isHarmless)) continue;
      yield {
        at: symbol,
        subject: symbol.name,
        message: `The variable "${symbol.name}" holds a secret by its name and is not marked as sensitive.`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        `@SENSITIVE: [Account]
@INPUT Account : { 'Type': 'String' }
@INPUT DbPassword : { 'Type': 'String', 'IsOptional': False, 'DefaultValue': '' }
CALL Login`,
        `IMPORT 'controlRepo.appmask' AS appmask
PowerAutomateSecretVariables.GetCredential.GetCredential Name: $'''CRM''' Credential=> CrmCredential
SET ApiToken TO CrmCredential.Password
@SENSITIVE: [CrmCredential]`,
      ],
      good: [
        `@SENSITIVE: [DbPassword]
@INPUT DbPassword : { 'Type': 'String', 'IsOptional': False, 'DefaultValue': '' }
CALL Login`,
        `@INPUT HasPassword : { 'Type': 'Bool', 'DefaultValue': False }
SET PasswordField TO $'''#password'''
SET ApiToken TO $'''%''%'''`,
        `SET ApiToken TO Response['token']`,
      ],
    },
  },
});
