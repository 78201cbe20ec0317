/** A workflow sends mail or files over the network without encryption. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Assignment } from '../../model/subjects/assignment.ts';
import type { Activity } from '../../model/workflow.ts';
import { isFalse } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

/** Modes that encrypt, even if the older switch beside them is off. */
const ENCRYPTED = new Set(['sslonconnect', 'starttls']);

const LOGIN = ['Email', 'Password', 'SecurePassword'];

/** Returns the last word, as of `SecureSocketOptions.None` in C# projects. */
const lastWord = (text: string): string => text.slice(text.lastIndexOf('.') + 1).toLowerCase();

function modeOf(activity: Activity, name: string): string | undefined {
  const property = propertyOf(activity, name);
  return property === undefined ? undefined : lastWord(literalOf(property) ?? property.text.trim());
}

/** Returns what a setting of a mail activity says that leaves the connection open. */
function openMail(activity: Activity, name: string, clear: ReadonlySet<string>): string | undefined {
  const mode = modeOf(activity, 'SecureConnection') ?? '';
  if (name === 'SecureConnection') return clear.has(mode) ? `SecureConnection is ${mode}` : undefined;
  if (name !== 'EnableSSL' || clear.has(mode) || ENCRYPTED.has(mode)) return undefined;
  return modeOf(activity, 'EnableSSL') === 'false' ? 'EnableSSL is False' : undefined;
}

/** Returns the problem of a session that has a server, and no mode with encryption. */
function openTransfer(activity: Activity, name: string): Problem | undefined {
  if (name !== 'Host' || (modeOf(activity, 'UseSftp') ?? 'false') !== 'false') return undefined;
  if ((modeOf(activity, 'FtpsMode') ?? 'none') !== 'none') return undefined;
  const at = propertyOf(activity, 'FtpsMode') ?? propertyOf(activity, 'UseSftp') ?? activity;
  const message = `"${activity.name}" uses FTP without encryption: password and files can be read on the way.`;
  return { at, message, subject: 'FtpsMode' };
}

function problemOf(
  { name, via, at, tree }: Assignment,
  activity: Activity,
  clear: readonly string[],
): Problem | undefined {
  if (activity.type === 'WithFtpSession') return openTransfer(activity, name);
  if (activity.type === 'InvokeCode') {
    const isOff = via === 'code' && /^EnableSsl$/i.test(name) && tree !== undefined && isFalse(tree);
    const message = `The code of "${activity.name}" switches encryption of the connection off (EnableSsl is False).`;
    return isOff ? { at, message, subject: 'Code' } : undefined;
  }
  const what = activity.role === 'email' ? openMail(activity, name, new Set(clear.map(lastWord))) : undefined;
  const message = `"${activity.name}" talks to the mail server without encryption (${what}).`;
  if (what === undefined) return undefined;
  // A relay inside the network takes mail without a login: there is no password to read.
  const isAnonymous =
    activity.type === 'SendMail' && LOGIN.every((own) => propertyOf(activity, own) === undefined);
  return { at, message, subject: at.name, ...(isAnonymous ? { severity: 'low' } : {}) };
}

export const rule = defineRule('UIP-SEC-012', {
  level: 'assignment',
  words: ['secureconnection', 'enablessl', 'host'],
  *check(assignment, { workflow, options }) {
    const activity = workflow.activities[assignment.at.owner];
    const problem = activity && problemOf(assignment, activity, options.clearModes);
    if (problem !== undefined) yield problem;
  },
});
