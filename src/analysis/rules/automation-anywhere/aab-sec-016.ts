/** A bot runs code from a place that others can write to. */
import { defineRule } from '../../model/rule.ts';
import { pathIn } from '../../patterns/automation-anywhere/bot-file.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { isProfilePath } from '../../semantics/local-path.ts';

/** Settings with the file that a command runs. */
const FILE = /^(?:file|filePath|scriptPath|scriptFile|scriptFilePath|dllPath|dllFile|inputFilePath|path)$/i;
/** Files that a program opens, such as a workbook, are no code. */
const CODE = /\.(?:exe|com|bat|cmd|ps1|vbs|vbe|js|jse|wsf|hta|py|jar|dll|msi)$/i;
const TEMPORARY = /(?:^|\\)te?mp\\|^%te?mp%|\\appdata\\local\\temp\\/i;

/** Returns the place of a file, in words, if others can put another file there. */
function placeOf(path: string): string | undefined {
  if (/^https?:\\\\/i.test(path)) return 'the internet';
  if (path.startsWith('\\\\')) return 'a network share';
  if (TEMPORARY.test(path)) return 'a temporary folder';
  return isProfilePath(path) ? 'the profile of a user' : undefined;
}

const open = (type: string, name: string, value: string): string =>
  `{ "commandName": "${type.split('/')[1]}", "packageName": "${type.split('/')[0]}", "attributes": [ { "name": "${name}", "value": { "type": "FILE", ${value} } } ] }`;

export const rule = defineRule({
  id: 'AAB-SEC-016',
  version: 1,
  title: 'Executable or script from outside the repository',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Whoever can write to that folder or server decides what the bot runner executes, and no review or version of the bot shows the change.',
  fix: 'Put the file into the repository of the Control Room as a dependency of the bot, and select it under "Control Room file". A program belongs where administrators alone can write, such as C:\\Program Files.',
  compliance: ['CODE'],
  controls: ['CWE-494'],
  dedupeGroup: 'fixed-path',
  options: {
    trustedRoots: {
      default: ['C:\\Program Files'] as readonly string[],
      about: 'Beginnings of the paths from which code may run.',
      stricter: 'shorter',
    },
  },
  level: 'activity',
  roles: ['script', 'shell'],
  *check(command, { options }) {
    for (const property of command.properties) {
      if (property.direction === 'out' || !FILE.test(property.name) || !CODE.test(property.text.trim()))
        continue;
      const path = pathIn(property);
      const place = placeOf(path);
      if (place === undefined) continue;
      if (options.trustedRoots.some((root) => path.toLowerCase().startsWith(root.toLowerCase()))) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${command.name}" runs code from ${place}: ${shownPlace(path)}.`,
      };
    }
  },
  examples: {
    'automation-anywhere': {
      bad: [
        open('DLL/open', 'file', '"string": "file:////filer01/tools/Rates.dll"'),
        open('Python/openScript', 'file', '"string": "file://C:/Users/jane/Documents/rates.py"'),
        open('Application/runApp', 'filePath', '"expression": "file://C:\\\\Temp\\\\$sTool$.exe"'),
        open(
          'VBScript/vbscript.commands.openScript',
          'file',
          '"string": "https://files.corp.example/rates.vbs"',
        ),
      ],
      good: [
        open('DLL/open', 'file', '"string": "repository:///Automation%20Anywhere/Bots/Rates/Rates.dll"'),
        open('Python/openScript', 'file', '"expression": "file://$pScripts$\\\\rates.py"'),
        open('Application/runApp', 'filePath', '"string": "file://C:/Program%20Files/Monarch/Monarch.exe"'),
        // Near misses: a document of a share, and a program that is found by its name.
        open('Application/runApp', 'filePath', '"string": "file:////filer01/rates/2026.xlsx"'),
        open('Application/runApp', 'filePath', '"string": "file://notepad.exe"'),
      ],
    },
  },
});
