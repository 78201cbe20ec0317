/** A path in a desktop flow that exists on one machine or in one profile alone. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Value } from '../../model/workflow.ts';
import { isPathOfOneMachine } from '../../semantics/local-path.ts';

const QUOTES = /^\$?'''|'''$/g;

/** Returns the fixed beginning of a path as it is at run time; an expression that begins with a variable has none. */
function pathIn(value: Value): string {
  return (literalOf(value) ?? value.text.replace(QUOTES, '')).replaceAll('\\\\', '\\').trim();
}

/** A share: its doubled backslashes have become single ones. Regular expressions have escapes of one letter. */
const SHARE = /^\\[\w.-]{2,}\\(?:%|[\w$-]{2,})/;

/** Returns whether a value is a path of one machine, or a share of one server. */
function isFixedPath(value: Value): boolean {
  const path = pathIn(value);
  return isPathOfOneMachine(path) || (SHARE.test(path) && !path.includes('\n'));
}

// A default of an input variable is where such a path belongs: its value is replaced at the start of the flow.
export const rule = defineRule({
  id: 'PAD-CFG-001',
  version: 2,
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
        String.raw`SET Help TO $'''Put the files into C:\\Users\\you\\Orders first.'''`,
        // Near misses: a regular expression, and the address of a page.
        String.raw`Text.ParseText.RegexParse Text: Line TextToFind: $'''\\d\\d\\.\\d\\d''' StartingPosition: 0 IgnoreCase: False Matches=> Dates`,
        `WebAutomation.GoToWebPage.GoToWebPage BrowserInstance: Browser Url: $'''https://intranet.example/home/finance/orders''' WaitForPageToLoadTimeout: 60`,
      ],
    },
  },
});
