/** Triggers of a Power Automate flow and their callers. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { connectorName, operationName } from './flow-operation.ts';

/** Returns the trigger of a flow; a flow has one, a damaged one perhaps none. */
export function triggerOf(workflow: Workflow): Activity | undefined {
  for (const activity of workflow.activities) if (activity.role === 'trigger') return activity;
  return undefined;
}

/** Returns `button`, `http`, `powerappv2` …; '' for triggers without a kind. */
export function triggerKind(trigger: Activity): string {
  return literalOf(propertyOf(trigger, 'kind'))?.toLowerCase() ?? '';
}

/** Kinds of triggers whose caller waits for the flow's answer: canvas apps, and agents in a conversation. */
const WAITING: ReadonlySet<string> = new Set(['powerapp', 'powerappv2', 'virtualagent', 'skills']);

/** Returns whether an app or an agent waits for the flow's answer. */
export function isCalledByApp(trigger: Activity): boolean {
  return trigger.type === 'Request' && WAITING.has(triggerKind(trigger));
}

/** Returns whether other flows run this one: started by hand, with an answer. */
export function isChildFlow(workflow: Workflow, trigger: Activity): boolean {
  if (trigger.type !== 'Request' || triggerKind(trigger) !== 'button') return false;
  return workflow.activities.some(({ role }) => role === 'respond');
}

/** Returns whether a request to an address starts the flow: from any program, or from one that posts to Teams. */
export function isHttpTrigger(trigger: Activity): boolean {
  return trigger.type === 'Request' && /^(?:http|teamswebhook)$/.test(triggerKind(trigger));
}

/** Returns whether an HTTP trigger needs no identity of its caller. */
export function isOpenHttpTrigger(trigger: Activity): boolean {
  if (!isHttpTrigger(trigger)) return false;
  const setting = propertyOf(trigger, 'inputs.triggerAuthenticationType');
  return setting === undefined || literalOf(setting)?.toLowerCase() === 'all';
}

const MAIL: ReadonlySet<string> = new Set(['office365', 'outlook', 'gmail']);
const FILES: ReadonlySet<string> = new Set([
  'sharepointonline',
  'onedrive',
  'onedriveforbusiness',
  'dropbox',
  'box',
  'googledrive',
  'azureblob',
  'sftp',
  'sftpwithssh',
  'ftp',
  'filesystem',
]);

/** Returns whether a mail that arrives starts the flow. Flags do not count: the owner of the mailbox sets them. */
export function isMailTrigger(trigger: Activity): boolean {
  if (!MAIL.has(connectorName(trigger))) return false;
  const operation = operationName(trigger);
  return operation.includes('email') && !operation.includes('flagged');
}

/** Returns whether a file that is created or changed starts the flow. */
export function isFileTrigger(trigger: Activity): boolean {
  return FILES.has(connectorName(trigger)) && operationName(trigger).includes('file');
}

/** Form services with forms open to the internet. Microsoft Forms require a work account by default. */
const PUBLIC_FORMS: ReadonlySet<string> = new Set([
  'typeform',
  'jotform',
  'jotformenterprise',
  'surveymonkey',
  'cognitoforms',
  'wufoo',
  'formstackforms',
]);

/** Returns whether an answer to a public form starts the flow. */
export function isPublicFormTrigger(trigger: Activity): boolean {
  return PUBLIC_FORMS.has(connectorName(trigger));
}
