/** What starts a Power Automate flow, and who can. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { connectorName, operationName } from './flow-operation.ts';

/** The trigger of a flow; a flow has one, a damaged one perhaps none. */
export function triggerOf(workflow: Workflow): Activity | undefined {
  for (const activity of workflow.activities) if (activity.role === 'trigger') return activity;
  return undefined;
}

/** `button`, `http`, `powerappv2` …; '' for triggers without a kind. */
export function triggerKind(trigger: Activity): string {
  return literalOf(propertyOf(trigger, 'kind'))?.toLowerCase() ?? '';
}

/** Kinds of triggers behind which somebody waits for the flow's answer: canvas apps, and agents in a conversation. */
const WAITING: ReadonlySet<string> = new Set(['powerapp', 'powerappv2', 'virtualagent', 'skills']);

/** Whether an app or an agent waits for the flow's answer. */
export function isCalledByApp(trigger: Activity): boolean {
  return trigger.type === 'Request' && WAITING.has(triggerKind(trigger));
}

/** A flow of the kind that other flows run: started by hand, with an answer. */
export function isChildFlow(workflow: Workflow, trigger: Activity): boolean {
  if (trigger.type !== 'Request' || triggerKind(trigger) !== 'button') return false;
  return workflow.activities.some(({ role }) => role === 'respond');
}

/** Whether the flow is started by a request to an address: of any program, or of one that posts to Teams. */
export function isHttpTrigger(trigger: Activity): boolean {
  return trigger.type === 'Request' && /^(?:http|teamswebhook)$/.test(triggerKind(trigger));
}

/** An HTTP trigger that does not ask its caller for an identity. */
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

/** A mail that arrives starts the flow. Flags are set by the owner of the mailbox. */
export function isMailTrigger(trigger: Activity): boolean {
  if (!MAIL.has(connectorName(trigger))) return false;
  const operation = operationName(trigger);
  return operation.includes('email') && !operation.includes('flagged');
}

/** A file that is created or changed starts the flow. */
export function isFileTrigger(trigger: Activity): boolean {
  return FILES.has(connectorName(trigger)) && operationName(trigger).includes('file');
}

/** Form services whose forms everyone on the internet can fill in. Microsoft Forms ask for a work account by default. */
const PUBLIC_FORMS: ReadonlySet<string> = new Set([
  'typeform',
  'jotform',
  'jotformenterprise',
  'surveymonkey',
  'cognitoforms',
  'wufoo',
  'formstackforms',
]);

/** An answer to a public form starts the flow. */
export function isPublicFormTrigger(trigger: Activity): boolean {
  return PUBLIC_FORMS.has(connectorName(trigger));
}
