/** Finds passwords of the credential manager in unprotected data items. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { mentionedSymbols, symbolTable } from '../../patterns/used-symbols.ts';

/** Builds an example: a Get of the credential manager whose password goes into one data item. */
const get = (item: string, action = 'Get', output = 'Password'): string =>
  `<stage stageid="a" name="Get Login" type="Action"><onsuccess>end</onsuccess>
     <inputs><input type="text" name="Credentials Name" expr="&quot;SAP&quot;"/></inputs>
     <outputs><output type="text" name="Username" stage="User"/><output type="password" name="${output}" stage="${item}"/></outputs>
     <resource object="Blueprism.Automate.clsCredentialsActions" action="${action}"/></stage>
   <stage stageid="u" name="User" type="Data"><datatype>text</datatype><private/></stage>`;

export const rule = defineRule({
  id: 'BPR-SEC-004',
  version: 1,
  title: 'Credential read into a text item',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'From here on the password is plain text: session logs, the debugger and every stage that uses the item show it.',
  fix: 'Change the data type of the data item (or collection field) that takes the Password output to password, and pass it on only to parameters of type password.',
  compliance: ['PLAINCRED'],
  controls: ['CWE-316'],
  dedupeGroup: 'plain-credential',
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        `${get('Value')}<stage stageid="d" name="Value" type="Data"><datatype>text</datatype><private/></stage>`,
        `${get('Login.Value')}<stage stageid="d" name="Login" type="Collection"><datatype>collection</datatype><collectioninfo><field name="Value" type="text"/></collectioninfo></stage>`,
      ],
      good: [
        `${get('Value')}<stage stageid="d" name="Value" type="Data"><datatype>password</datatype><private/></stage>`,
        // Another output, and an item that the file does not declare: its type is unknown.
        `${get('Value', 'Get', 'Status')}<stage stageid="d" name="Value" type="Data"><datatype>text</datatype><private/></stage>`,
        get('Elsewhere'),
        // Passwords go in here.
        `${get('Value', 'Set')}<stage stageid="d" name="Value" type="Data"><datatype>text</datatype><private/></stage>`,
      ],
    },
  },
  level: 'workflow',
  types: ['Action'],
  words: ['credentials'],
  *check(workflow) {
    const table = symbolTable(workflow);
    for (const activity of stagesOf(workflow, 'Action')) {
      if (!activity.reachable) continue;
      const object = propertyOf(activity, 'resource.object')?.text ?? '';
      const action = propertyOf(activity, 'resource.action')?.text ?? '';
      if (!/credentials/i.test(object) || !/^get\b/i.test(action)) continue;
      for (const output of activity.properties) {
        if (!/^outputs\.(?:.* )?password$/i.test(output.name) || output.expression === undefined) continue;
        const [item] = mentionedSymbols(workflow, table, output.expression);
        // Only the object that fills a field knows it if the collection does not declare it.
        if (item === undefined || item.secure || item.type === 'collection') continue;
        const message = `"${activity.name}" puts a password of the credential manager into "${item.name}", which is of type ${item.type}.`;
        yield { at: output, message };
      }
    }
  },
});
