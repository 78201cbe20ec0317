/** A path in a bot that exists on one device or in one profile alone. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Value } from '../../model/workflow.ts';
import { plainPath } from '../../patterns/texts/file-name.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { isPathOfOneMachine } from '../../semantics/local-path.ts';

/** Parents of all profiles: the name of the user follows from a variable. */
const PROFILES = /^[a-z]:\\users\\$/i;

/** Returns the fixed text of a value, or its fixed beginning; '' when it begins with something computed. */
function beginningOf(value: Value): string {
  const literal = literalOf(value);
  if (literal !== undefined) return literal;
  const [first] = piecesOf(value.expression!.tree);
  return first?.kind === 'literal' ? first.value : '';
}

/** Returns a path as it is at run time: `file:///C:/Program%20Files` stands for `C:\Program Files`. */
function pathIn(value: Value): string {
  const path = plainPath(beginningOf(value))
    .replaceAll('%20', ' ')
    .replaceAll('%28', '(')
    .replaceAll('%29', ')');
  return path.replace(/^\\(?=[a-z]:)/i, '').trim();
}

const read = (value: string): string =>
  `{ "commandName": "readTextFile", "packageName": "TextFile", "attributes": [ { "name": "inputFilePath", "value": { "type": "FILE", ${value} } } ] }`;

// A default of a variable that is an input is where such a path belongs: callers replace it.
export const rule = defineRule({
  id: 'AAB-CFG-001',
  version: 2,
  title: 'Absolute or user-profile path',
  platforms: ['automation-anywhere'],
  category: 'configuration',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The bot fails on every other device and for every other user, in production first of all.',
  fix: 'Make the folder an input of the bot or a global value, which the Control Room keeps for each environment.',
  compliance: ['CONFIG'],
  options: {},
  level: 'activity',
  words: [':\\', ':/', '\\\\'],
  *check(activity) {
    for (const property of activity.properties) {
      if (property.direction === 'out') continue;
      const path = pathIn(property);
      if (PROFILES.test(path) || !isPathOfOneMachine(path)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" names a path of one device in "${property.name}": ${shownPlace(path)}.`,
      };
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        read(String.raw`"string": "file://D:/Orders/list.txt"`),
        read(String.raw`"expression": "file://C:\\Users\\jane\\Documents\\$sName$"`),
        read(String.raw`"string": "file:////filer01/orders/list.txt"`),
      ],
      good: [
        read(String.raw`"expression": "file://$pFolder$\\list.txt"`),
        // Near misses: the name of the user is a variable, and a folder of every device.
        read(String.raw`"expression": "file://C:\\Users\\$sUser$\\list.txt"`),
        read(String.raw`"string": "file://C:/Program%20Files/Monarch/Monarch.exe"`),
        '{ "commandName": "logToFile", "packageName": "LogToFile", "attributes": [ { "name": "logContent", "value": { "type": "STRING", "string": "Looked into C:\\\\Orders" } } ] }',
      ],
    },
  },
});
