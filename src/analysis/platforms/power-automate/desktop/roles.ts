/** Roles of desktop flow actions, and their titles in the designer's words. */
import type { Role } from '../../../model/workflow.ts';

/** `module.action` or `module` in lower case → role. The longer key wins; modules that are not here are `other`. */
const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['database', 'database'],
  ['excel', 'spreadsheet'],
  ['file', 'file'],
  ['folder', 'file'],
  ['compression', 'file'],
  ['pdf', 'file'],
  ['xml', 'file'],
  ['ftp', 'file'],
  ['email', 'email'],
  ['outlook', 'email'],
  ['exchange', 'email'],
  ['web', 'http'],
  ['webautomation', 'ui'],
  ['uiautomation', 'ui'],
  ['mouseandkeyboard', 'ui'],
  ['terminalemulation', 'ui'],
  ['sap', 'ui'],
  ['webautomation.takescreenshot', 'screenshot'],
  ['uiautomation.takescreenshot', 'screenshot'],
  ['uiautomation.takescreenshotofuielement', 'screenshot'],
  ['workstation.takescreenshot', 'screenshot'],
  ['clipboard', 'clipboard'],
  ['display', 'message'],
  ['scripting', 'script'],
  ['system.runvbscript', 'script'],
  ['system.runjavascript', 'script'],
  ['system.runpowershellscript', 'script'],
  ['system.runpythonscript', 'script'],
  ['system.rundoscommand', 'shell'],
  ['scripting.rundoscommand', 'shell'],
  ['system.runapplication', 'shell'],
  ['workqueues', 'queue'],
  ['external.runflow', 'invoke'],
  ['cyberark', 'credential'],
  ['powerautomatesecretvariables', 'credential'],
  ['logging', 'log'],
  ['llm', 'ai'],
  ['aibuilder', 'ai'],
]);

/** Parts of connector names → role, for actions that call a connector of the cloud. */
const CONNECTORS: readonly (readonly [string, Role])[] = [
  ['office365', 'email'],
  ['outlook', 'email'],
  ['sql', 'database'],
  ['commondataservice', 'database'],
  ['excel', 'spreadsheet'],
  ['teams', 'message'],
  ['approvals', 'approval'],
  ['keyvault', 'credential'],
];

/** Returns the role of an action by its full name: `Database.ExecuteSqlStatement.Execute`. */
export function roleOfAction(type: string): Role {
  const [module = '', action = ''] = type.toLowerCase().split('.');
  return ROLES.get(`${module}.${action}`) ?? ROLES.get(module) ?? 'other';
}

/** Returns the role of a call of a connector: `/providers/Microsoft.PowerApps/apis/shared_office365`. */
export function roleOfConnector(connector: string): Role {
  return CONNECTORS.find(([part]) => connector.includes(part))?.[1] ?? 'other';
}

const SHORT_WORDS: ReadonlyMap<string, string> = new Map(
  'SQL DOS FTP PDF URL CSV XML JSON HTML HTTP UI SAP'.split(' ').map((word) => [word.toLowerCase(), word]),
);

/** Converts `Database.ExecuteSqlStatement.Execute` to `Execute SQL statement`. */
export function titleOfAction(type: string): string {
  const action = type.split('.')[1] ?? type;
  const words = action
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .split(' ')
    .map((word) => SHORT_WORDS.get(word.toLowerCase()) ?? word.toLowerCase());
  const [first = '', ...rest] = words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}

/** Joins a statement's word and the action in its condition: `If` and `If process` make one name, not two. */
export function titleWith(word: string, type: string): string {
  const title = titleOfAction(type);
  return title.startsWith(`${word.split(' ')[0]!} `) ? title : `${word} ${title}`;
}
