/** A path in a bot that exists on one device or in one profile alone. */
import { defineRule } from '../../model/rule.ts';
import { pathIn } from '../../patterns/automation-anywhere/bot-file.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { isPathOfOneMachine } from '../../semantics/local-path.ts';

const SEPARATOR = /[\\/]/;
/** Parents of all profiles: the name of the user follows from a variable. */
const PROFILES = /^[a-z]:\\users\\$/i;

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
  dedupeGroup: 'fixed-path',
  options: {},
  level: 'activity',
  words: [':\\', ':/', '\\\\'],
  *check(activity) {
    for (const property of activity.properties) {
      if (property.direction === 'out' || !SEPARATOR.test(property.text)) continue;
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
