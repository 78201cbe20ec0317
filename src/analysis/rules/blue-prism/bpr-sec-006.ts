/** A credential without a list of those who may use it, so that everyone may. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'BPR-SEC-006',
  version: 1,
  title: 'Credential usable by everyone',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'medium',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'Any process that anyone may start can read the password, so a login for one system is within reach of every developer and every robot.',
  fix: 'Open the access rights of the credential, and select the roles, processes and resources that need it. Make the release anew.',
  compliance: ['LEASTPRIV'],
  options: {},
  level: 'activity',
  types: ['credential'],
  *check(credential) {
    if ((propertyOf(credential, 'members')?.text ?? '0') !== '0') return;
    yield {
      at: credential,
      subject: 'members',
      message: `The credential "${credential.name}" names no process, object, role or resource, so that all of them may use it.`,
    };
  },
  examples: {
    'blue-prism': {
      bad: [
        '<credential id="a" name="SAP robot"><credentialType>General</credentialType><members/></credential>',
        '<credential id="a" name="Mailbox"><credentialType>BasicAuthentication</credentialType></credential>',
      ],
      good: [
        '<credential id="a" name="SAP robot"><credentialType>General</credentialType><members><process id="p"/></members></credential>',
        '<credential id="a" name="SAP robot"><members><object id="o"/><object id="q"/></members></credential>',
        // Near miss: a queue has no access rights.
        '<work-queue id="a" name="Orders" key-field="Number"/>',
      ],
    },
  },
});
