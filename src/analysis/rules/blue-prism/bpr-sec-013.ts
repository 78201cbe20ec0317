/** Finds passwords that a process types into an application from plain text. */
import { isLive, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { namesPassword, passwordElements } from '../../patterns/blue-prism/password-element.ts';
import { plainSecrets } from '../../patterns/blue-prism/plain-secrets.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { mentionedSymbols, type SymbolTable, symbolTable } from '../../patterns/used-symbols.ts';
import { SECRET_NAME_WORDS } from '../../semantics/secretness/secret-words.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';

/** Stages that type a text. */
const TYPING = ['Write', 'Navigate', 'Action'];
/** Key codes of SendKeys: `{TAB}`, `^a{DEL}`. */
const KEYS_ONLY = /^(?:\{[^{}]{1,20}\}|[\^+%~][a-z]?|\s)*$/i;
const SENDS_KEYS = /send ?keys?\b|type text|set text/i;

/** Yields the values that a stage types, each with whether it goes into a password element. */
function* typed(activity: Activity, elements: ReadonlySet<string>): Generator<[Property, boolean]> {
  const isAction = activity.type === 'Action';
  if (isAction && !SENDS_KEYS.test(propertyOf(activity, 'resource.action')?.text ?? '')) return;
  const targets = new Map<string, string>();
  for (const { name, text } of activity.properties) if (name.endsWith('.element')) targets.set(name, text);
  for (const property of activity.properties) {
    if (isAction && property.name.startsWith('inputs.')) yield [property, false];
    const place = /^steps\.\d+(?=\.(?:expr$|arguments\.))/.exec(property.name)?.[0];
    if (place === undefined) continue;
    const element = targets.get(`${place}.element`) ?? '';
    yield [property, elements.has(element) || namesPassword(element)];
  }
}

/** Returns the text that is typed in plain, or undefined. */
function plainText(
  workflow: Workflow,
  table: SymbolTable,
  { expression }: Property,
  intoPassword: boolean,
): string | undefined {
  if (expression === undefined) return undefined;
  const literal = expression.literal;
  if (literal !== undefined) {
    const isSecret =
      intoPassword && !KEYS_ONLY.test(literal) && secretness(null, literal, { minLength: 1 }) === 'certain';
    return isSecret ? 'a password that is written into the stage' : undefined;
  }
  const symbols = mentionedSymbols(workflow, table, expression);
  if (symbols.some(({ secure }) => secure)) return undefined;
  const secrets = plainSecrets(workflow);
  const item = symbols.find((symbol) => secrets.has(symbol) || (intoPassword && symbol.type === 'text'));
  return item === undefined ? undefined : `the text item "${item.name}"`;
}

/** Builds an example: a Write stage, or another one that fills an element of the application. */
const write = (expr: string, element = 'Password', datatype = 'text'): string =>
  `<appdef><element name="Login"><id>e0</id><type>Application</type><element name="${element}"><id>e1</id><type>Edit</type></element></element></appdef>
   <stage stageid="w" name="Enter Login" type="Write"><onsuccess>end</onsuccess><step expr="${expr}"><element id="e1"/></step></stage>
   <stage stageid="d" name="Value" type="Data"><datatype>${datatype}</datatype></stage>`;

export const rule = defineRule({
  id: 'BPR-SEC-013',
  version: 1,
  title: 'Password typed from text',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'A password that is text on its way to the screen can be read in the process, in the session log and in the debugger.',
  fix: 'Read the password from the credential manager into a data item of type password and use that item in the Write stage; for windows that need keys use the action "Write Password" or "Send Keys" with the password item.',
  compliance: ['PLAINCRED'],
  controls: ['CWE-549'],
  dedupeGroup: 'plain-credential',
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        write('[Value]'),
        write('&quot;Sommer-2024&quot;', 'txtPassword'),
        write('[Value]', 'Mot de passe'),
        `<stage stageid="a" name="Type Password" type="Action"><onsuccess>end</onsuccess><resource object="Utility - Keys" action="Send Keys"/>
           <inputs><input type="text" name="Keys" expr="[User Password] &amp; &quot;{ENTER}&quot;"/></inputs></stage>
         <stage stageid="d" name="User Password" type="Data"><datatype>text</datatype></stage>`,
        `<appdef><element name="Login"><id>e0</id><type>Application</type><element name="Second Box"><id>e1</id><type>HTMLPasswordEdit</type></element></element></appdef>
         <stage stageid="n" name="Log In" type="Navigate"><onsuccess>end</onsuccess><step><element id="e1"/><action><id>TypeText</id>
           <arguments><argument><id>newtext</id><value>&quot;Sommer-2024&quot;</value></argument></arguments></action></step></stage>`,
      ],
      good: [
        write('[Value]', 'Password', 'password'),
        write('[Value]', 'User Name'),
        write('[Value]', 'Forgot Password Link'),
        write('&quot;{TAB}&quot;'),
        write('&quot;&quot;'),
      ],
    },
  },
  level: 'workflow',
  types: TYPING,
  // Every password element has a name of this kind, too.
  words: SECRET_NAME_WORDS,
  *check(workflow) {
    const table = symbolTable(workflow);
    const elements = passwordElements(workflow);
    const stages = TYPING.flatMap((type) => stagesOf(workflow, type));
    for (const activity of stages) {
      if (!isLive(activity)) continue;
      for (const [property, intoPassword] of typed(activity, elements)) {
        const what = plainText(workflow, table, property, intoPassword);
        if (what === undefined) continue;
        const message = `"${activity.name}" types ${what}.`;
        // Other rules may see the same text.
        if (property.expression?.literal === undefined) yield { at: property, message };
        else yield { at: property, message, dedupeGroup: 'literal-secret' };
      }
    }
  },
});
