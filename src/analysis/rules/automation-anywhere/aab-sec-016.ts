/** A bot runs code from a place that others can write to. */

import { pathIn } from '../../patterns/automation-anywhere/bot-file.ts';
import { shownPlace } from '../../patterns/texts/shown-place.ts';
import { isProfilePath } from '../../semantics/local-path.ts';
import { defineRule } from '../define-rule.ts';

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

export const rule = defineRule('AAB-SEC-016', {
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
});
