/** A path in a desktop flow that exists on one machine or in one profile alone. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Value } from '../../model/workflow.ts';
import { isAbsolutePath, isCommonPath, isProfilePath } from '../../semantics/local-path.ts';

const QUOTES = /^\$?'''|'''$/g;

/** Returns the fixed beginning of a path as it is at run time; an expression that begins with a variable has none. */
function pathIn(value: Value): string {
  return (literalOf(value) ?? value.text.replace(QUOTES, '')).replaceAll('\\\\', '\\').trim();
}

/** Returns whether a path is absolute; doubled backslashes of a share have become single ones. */
function isFixedPath(value: Value): boolean {
  const path = pathIn(value);
  if (isCommonPath(path) || path.includes('\n')) return false;
  return isAbsolutePath(path) || isProfilePath(path) || /^\\[\w.$-]+\\[\w.$-]+/.test(path);
}

// A default of an input variable is where such a path belongs: its value is replaced at the start of the flow.
export const rule = defineRule({
  id: 'PAD-CFG-001',
  version: 1,
  title: 'Absolute or user-profile path',
  platforms: ['power-automate'],
  category: 'configuration',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The flow fails on every other machine and for every other user, in production first of all.',
  fix: 'Make the folder an input variable, or begin the path with "Get special folder" or "Get Windows environment variable".',
  compliance: ['CONFIG'],
  options: {},
  level: 'activity',
  *check(activity) {
    for (const property of activity.properties) {
      if (property.direction === 'out' || !isFixedPath(property)) continue;
      yield {
        at: property,
        subject: property.name,
        message: `"${activity.name}" names a path of one machine in "${property.name}".`,
      };
    }
  },
  examples: {
    'power-automate': {
      bad: [
        String.raw`Folder.GetFiles Folder: $'''C:\\Orders\\In''' FileFilter: $'''*.pdf''' Files=> Files`,
        String.raw`SET Target TO $'''C:\\Users\\jdoe\\Documents\\%Name%.xlsx'''`,
        String.raw`File.Copy Files: Source Destination: $'''\\\\filer01\\orders''' IfFileExists: File.IfExists.Overwrite CopiedFiles=> Copies`,
      ],
      good: [
        String.raw`Folder.GetFiles Folder: $'''%InputFolder%\\In''' FileFilter: $'''*.pdf''' Files=> Files`,
        String.raw`@INPUT InputFolder : { 'Description': 'Folder', 'FriendlyName': 'Folder', 'Type': 'String', 'DefaultValue': 'C:\\Orders', 'IsOptional': False }
Folder.GetFiles Folder: InputFolder FileFilter: $'''*.pdf''' Files=> Files`,
        // Near misses: a folder of every machine, and a text that only mentions a path.
        String.raw`System.RunApplication.RunApplication ApplicationPath: $'''C:\\Program Files\\Notepad++\\notepad++.exe''' WindowStyle: System.ProcessWindowStyle.Normal ProcessId=> Id`,
        String.raw`SET Help TO $'''Put the files into C:\\Orders first.'''`,
      ],
    },
  },
});
