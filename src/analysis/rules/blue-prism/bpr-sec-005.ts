/** A release contains the value of an environment variable that is a secret. */
import { defineRule } from '../../model/rule.ts';
import { reaches, type SecretContext, secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';

const CONTEXT: SecretContext = { minLength: 1, counts: 'connections' };

export const rule = defineRule({
  id: 'BPR-SEC-005',
  version: 1,
  title: 'Secret in an environment variable',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'critical',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everyone who gets the release gets the value, and the obfuscation of passwords is no encryption.',
  fix: 'Store the value in the credential manager, and release the environment variable without a value or not at all. Change the secret, because it was in a file.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {},
  level: 'workflow',
  wants: 'variables',
  *check({ kind, variables }) {
    if (kind !== 'blue-prism-release') return;
    for (const { name, secure, default: value } of variables) {
      if (value === undefined) continue;
      const isSecret = secure
        ? value.text.trim() !== ''
        : reaches(secretness(lastPart(name), value.text, CONTEXT), 'likely');
      if (isSecret) yield { at: value, subject: name, message: `The release holds the value of "${name}".` };
    }
  },
  examples: {
    'blue-prism': {
      bad: [
        '<environment-variable id="a" name="Mail Server" type="password" value="c29tbWVyLTIwMjQ="/>',
        '<environment-variable id="a" name="SAP Password" type="text" value="Sommer-2024"/>',
      ],
      good: [
        '<environment-variable id="a" name="SAP Password" type="text" value=""/>',
        '<environment-variable id="a" name="Server" type="text" value="sap01"/>',
        // Near miss: the name of an entry of the credential manager.
        '<environment-variable id="a" name="SAP Credential Name" type="text" value="SAP robot"/>',
        '<environment-variable id="a" name="Use Token" type="flag" value="True"/>',
        '<environment-variable id="a" name="Connection String" type="text" value="Server=db1;Integrated Security=SSPI"/>',
      ],
    },
  },
});
