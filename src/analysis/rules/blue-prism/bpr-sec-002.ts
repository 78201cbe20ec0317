/** Finds password data items with a stored value. */
import { defineRule } from '../../model/rule.ts';

export const rule = defineRule({
  id: 'BPR-SEC-002',
  version: 1,
  title: 'Password data item with a stored value',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The stored value of a password item is only obfuscated, not encrypted with a key, so whoever gets the exported file can recover it.',
  fix: 'Open the data item, clear "Initial value", and read the password at run time with the action "Get" of the internal object Credentials. Change the password, because it was in a file.',
  compliance: ['SECRET'],
  controls: ['CWE-261'],
  dedupeGroup: 'literal-secret',
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        '<stage stageid="d" name="Mailbox Password" type="Data"><datatype>password</datatype><initialvalueenc>1:QkJCQkJCQkI=</initialvalueenc><private/></stage>',
        '<stage stageid="d" name="PIN" type="Data"><datatype>password</datatype><initialvalue>4711</initialvalue></stage>',
        `<stage stageid="d" name="Logins" type="Collection"><datatype>collection</datatype>
           <collectioninfo><field name="Secret" type="password"/></collectioninfo>
           <initialvalue><row><field name="Secret" type="password" encvalue="1:QkJCQkJCQkI="/></row></initialvalue>
         </stage>`,
      ],
      good: [
        // An empty password: nothing behind the colon.
        '<stage stageid="d" name="Mailbox Password" type="Data"><datatype>password</datatype><initialvalueenc>QkJCQkJCQkI=:</initialvalueenc></stage>',
        '<stage stageid="d" name="Mailbox Password" type="Data"><datatype>password</datatype><initialvalueenc/><private/></stage>',
        '<stage stageid="d" name="Mailbox Password" type="Data"><datatype>password</datatype><initialvalue xml:space="preserve"></initialvalue></stage>',
        '<stage stageid="d" name="Mailbox" type="Data"><datatype>text</datatype><initialvalue>invoices</initialvalue></stage>',
      ],
    },
  },
  level: 'workflow',
  wants: 'variables',
  *check({ kind, variables }) {
    // Environment variables of a release are another rule's.
    if (kind === 'blue-prism-release') return;
    for (const { name, secure, default: value } of variables) {
      if (!secure || value === undefined || value.text.trim() === '') continue;
      const message = `The password item "${name}" has an initial value in the file.`;
      yield { at: value, subject: name, message };
    }
  },
});
