/** Roles and titles of A360 commands, by `Package/command`. */
import type { Role } from '../../model/workflow.ts';

/** Commands whose package alone does not determine the role. Keys are lower case. */
const BY_COMMAND: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['if/if', 'branch'],
  ['if/elseif', 'branch'],
  // No condition of its own: the other half of its parent's decision, not a further one.
  ['if/else', 'sequence'],
  ['loop/loop.commands.start', 'loop'],
  ['errorhandler/try', 'try'],
  ['errorhandler/catch', 'catch'],
  ['errorhandler/finally', 'finally'],
  ['errorhandler/throw', 'throw'],
  ['step/step', 'sequence'],
  ['taskbot/runtask', 'invoke'],
  ['taskbot/stoptask', 'terminate'],
  ['string/assign', 'assign'],
  ['number/assigntonumber', 'assign'],
  ['number/assign', 'assign'],
  ['number/increment', 'assign'],
  ['number/decrement', 'assign'],
  ['boolean/assign', 'assign'],
  ['datetime/assign', 'assign'],
  ['dictionary/assign', 'assign'],
  ['dictionary/put', 'assign'],
  ['list/assign', 'assign'],
  ['list/additem', 'assign'],
  ['list/listset', 'assign'],
  ['datatable/assign', 'assign'],
  ['datatable/setcellvalue', 'assign'],
  ['datatable/writetofile', 'file'],
  ['file/assign', 'assign'],
  ['window/assign', 'assign'],
  ['record/assign', 'assign'],
  ['math/mathevaluate', 'assign'],
  ['browser/runjavascript', 'script'],
  ['browser/calljavascript', 'script'],
  ['browser/downloadfile', 'http'],
  ['legacyautomation/runscript', 'script'],
  ['appintegration/capturewindow', 'ui'],
  // A window's own picture is how the bot finds things; the whole desktop in a file is a screenshot.
  ['screen/capturewindow', 'ui'],
]);

/** Packages whose other commands all have one role. Keys are lower case. */
const BY_PACKAGE: ReadonlyMap<string, Role> = new Map(
  (
    [
      ['comment', 'Comment'],
      ['log', 'LogToFile'],
      ['delay', 'Delay'],
      ['message', 'MessageBox;Prompt;Microsoft Teams;Slack'],
      ['email', 'Email;Microsoft 365 Outlook;Gmail;Exchange'],
      ['http', 'Rest;Soap;REST Web Services;SOAP Web Service'],
      ['database', 'Database;Snowflake'],
      [
        'file',
        'File;Folder;TextFile;CsvTxt;PDF;FTP;FTP / SFTP;SharePoint;OneDrive;Microsoft 365 OneDrive;Google Drive;Box;DropBox',
      ],
      ['spreadsheet', 'Excel;Excel_MS;Microsoft 365 Excel;Google Sheets'],
      ['clipboard', 'Clipboard'],
      ['screenshot', 'Screen'],
      [
        'ui',
        'Recorder;AISense;Window;Keystrokes;Mouse;Browser;Wait;SAP;SAP BAPI;ImageRecognition;Image Recognition;OCR;TerminalEmulator;Terminal Emulator;AppIntegration',
      ],
      ['script', 'Python;JavaScript;VBScript;DLL;LegacyAutomation'],
      ['shell', 'Application;SSH'],
      ['credential', 'Credential Manager;Credential'],
      ['queue', 'WLM;Workload;WorkItem;Work Item'],
      ['approval', 'Human Task'],
      [
        'ai',
        'GenerativeAI;Generative AI;OpenAI;Azure OpenAI;Amazon Bedrock;Google Vertex AI;Anthropic;AI Skill;Prompt Template',
      ],
    ] as const satisfies readonly (readonly [Role, string])[]
  ).flatMap(([role, packages]) => packages.split(';').map((name) => [name.toLowerCase(), role] as const)),
);

/** Returns the role of a command; `other` if no table has it. */
export function roleOfCommand(packageName: string, commandName: string): Role {
  const name = packageName.toLowerCase();
  return BY_COMMAND.get(`${name}/${commandName.toLowerCase()}`) ?? BY_PACKAGE.get(name) ?? 'other';
}

/** Editor titles of commands whose names in the file are unclear. */
const TITLES: ReadonlyMap<string, string> = new Map([
  ['If/if', 'If'],
  ['If/elseIf', 'Else if'],
  ['If/else', 'Else'],
  ['Loop/loop.commands.start', 'Loop'],
  ['Loop/loop.commands.break', 'Loop: Break'],
  ['Loop/loop.commands.continue', 'Loop: Continue'],
  ['ErrorHandler/try', 'Try'],
  ['ErrorHandler/catch', 'Catch'],
  ['ErrorHandler/finally', 'Finally'],
  ['ErrorHandler/throw', 'Throw'],
  ['Step/step', 'Step'],
  ['Comment/Comment', 'Comment'],
  ['TaskBot/runTask', 'Task Bot: Run'],
  ['TaskBot/stopTask', 'Task Bot: Stop'],
  ['Email/emailConnect', 'Email: Connect'],
  ['Email/sendMail', 'Email: Send'],
  ['Email/SendMailV2', 'Email: Send'],
  ['Database/sqlQuery', 'Database: Read from'],
  ['Database/insertUpdateDelete', 'Database: Insert/Update/Delete'],
]);

/** Converts `sendMail` to `send mail`. */
function spaced(name: string): string {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replaceAll('_', ' ')
    .replace(/ \p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
}

/** Returns a title as near to the editor's as the file allows: `Email: send mail`. */
export function titleOf(packageName: string, commandName: string): string {
  const known = TITLES.get(`${packageName}/${commandName}`);
  if (known !== undefined) return known;
  const own = spaced(packageName);
  return packageName.toLowerCase() === commandName.toLowerCase() ? own : `${own}: ${spaced(commandName)}`;
}
