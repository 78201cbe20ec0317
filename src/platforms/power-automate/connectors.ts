/** What the operations of the standard connectors do, as roles. */
import type { Role } from '../../model/workflow.ts';
import { type JsonDocument, member, stringOf } from '../json-document.ts';

/** Role of a connector's operations, with exceptions by a part of the operation's id, in lower case. */
interface ConnectorRole {
  readonly role: Role;
  readonly except?: readonly (readonly [part: string, role: Role])[];
}

const MAIL: ConnectorRole = {
  role: 'other',
  except: [
    ['httprequest', 'http'],
    ['options', 'approval'],
    ['approval', 'approval'],
    ['mail', 'email'],
    ['replyto', 'email'],
  ],
};
const CHAT: ConnectorRole = {
  role: 'other',
  except: [
    ['httprequest', 'http'],
    ['waitforresponse', 'approval'],
    ['withoptions', 'approval'],
    ['message', 'message'],
    ['card', 'message'],
    ['reply', 'message'],
    ['post', 'message'],
    ['notification', 'message'],
  ],
};
const DATABASE: ConnectorRole = {
  role: 'database',
  except: [
    ['aibuilder', 'ai'],
    ['httprequest', 'http'],
  ],
};
const FILES: ConnectorRole = { role: 'file' };
const SHEETS: ConnectorRole = { role: 'spreadsheet', except: [['runscript', 'script']] };
const QUEUE: ConnectorRole = { role: 'queue' };
const AI: ConnectorRole = { role: 'ai' };

/** Connector names without `shared_` → what they do. */
const CONNECTORS: ReadonlyMap<string, ConnectorRole> = new Map([
  ...['office365', 'outlook', 'gmail', 'smtp', 'sendmail', 'sendgrid', 'flowpush'].map(
    (name) => [name, MAIL] as const,
  ),
  ...['teams', 'slack', 'yammer', 'microsoftbookings', 'telegram', 'twilio'].map(
    (name) => [name, CHAT] as const,
  ),
  ...[
    'sql',
    'commondataservice',
    'commondataserviceforapps',
    'dynamicscrmonline',
    'postgresql',
    'mysql',
    'oracle',
    'db2',
    'informix',
    'teradata',
    'snowflakev2',
    'documentdb',
    'azuretables',
    'azuresqldw',
    'salesforce',
  ].map((name) => [name, DATABASE] as const),
  ...[
    'onedrive',
    'onedriveforbusiness',
    'dropbox',
    'box',
    'googledrive',
    'amazons3',
    'azureblob',
    'azurefile',
    'sftp',
    'sftpwithssh',
    'ftp',
    'filesystem',
    'onenote',
  ].map((name) => [name, FILES] as const),
  ...['excel', 'excelonline', 'excelonlinebusiness', 'googlesheet'].map((name) => [name, SHEETS] as const),
  ...['servicebus', 'azurequeues', 'eventhubs', 'mq'].map((name) => [name, QUEUE] as const),
  ...[
    'aibuilder',
    'openai',
    'openaiip',
    'azureopenai',
    'cognitiveservicestextanalytics',
    'formrecognizer',
    'microsoftcopilotstudio',
    'powervirtualagents',
  ].map((name) => [name, AI] as const),
  [
    'sharepointonline',
    {
      role: 'database',
      except: [
        ['httprequest', 'http'],
        ['file', 'file'],
        ['folder', 'file'],
        ['attachment', 'file'],
        ['sharinglink', 'other'],
        ['approval', 'approval'],
      ],
    },
  ],
  ['approvals', { role: 'approval' }],
  ['keyvault', { role: 'credential' }],
  ['webcontents', { role: 'http' }],
  ['webcontentsv2', { role: 'http' }],
  ['office365groups', { role: 'other', except: [['httprequest', 'http']] }],
  ['office365users', { role: 'other', except: [['httprequest', 'http']] }],
  ['uiflow', { role: 'invoke' }],
  ['azureautomation', { role: 'script' }],
]);

/** The unbound Dataverse action that reads an environment variable of type Secret. */
const READS_A_SECRET = 'retrieveenvironmentvariablesecretvalue';

/**
 * The role of a connector operation.
 * @param connector api name, as `shared_sql`
 * @param operation the operation's id, or '' when the file does not name it
 * @param action the unbound Dataverse action that it performs, or ''
 */
export function connectorRole(connector: string, operation: string, action = ''): Role {
  if (action.toLowerCase() === READS_A_SECRET) return 'credential';
  const entry = CONNECTORS.get(connector.toLowerCase().replace('shared_', ''));
  if (entry === undefined) return 'other';
  const id = operation.toLowerCase();
  return entry.except?.find(([part]) => id.includes(part))?.[1] ?? entry.role;
}

/** The connector call of an action. Positions are those of the texts that say so. */
export interface ConnectorCall {
  readonly connector: string;
  readonly connectorAt: number;
  readonly operation: string;
  readonly operationAt: number;
  /** Name of the unbound action that a Dataverse operation performs, or ''. */
  readonly action: string;
}

function memberOf(doc: JsonDocument, at: number, ...keys: readonly string[]): number {
  let found = at;
  for (const key of keys) if (found !== -1) found = member(doc, found, key);
  return found;
}

const stringAt = (doc: JsonDocument, at: number): string => (at === -1 ? '' : (stringOf(doc, at) ?? ''));

/** The connector that an action or trigger calls, in the newer form (`apiId`) or the older (`connection.name`). */
export function connectorOf(doc: JsonDocument, at: number): ConnectorCall | undefined {
  const inputs = member(doc, at, 'inputs');
  const host = memberOf(doc, inputs, 'host');
  if (host === -1) return undefined;
  const api = memberOf(doc, host, 'apiId');
  if (api !== -1) {
    const id = stringAt(doc, api);
    const operationAt = memberOf(doc, host, 'operationId');
    return {
      connector: id.slice(id.lastIndexOf('/') + 1),
      connectorAt: api,
      operation: stringAt(doc, operationAt),
      operationAt,
      action: stringAt(doc, memberOf(doc, inputs, 'parameters', 'actionName')),
    };
  }
  const connection = memberOf(doc, host, 'connection', 'name');
  const name = connectionKey(stringAt(doc, connection));
  if (name === undefined) return undefined;
  const operationAt = memberOf(doc, at, 'metadata', 'flowSystemMetadata', 'swaggerOperationId');
  return {
    connector: name,
    connectorAt: connection,
    operation: stringAt(doc, operationAt),
    operationAt,
    action: '',
  };
}

/** `shared_x` in `@parameters('$connections')['shared_x_1']['connectionId']`; the number tells connections apart. */
function connectionKey(expression: string): string | undefined {
  const start = expression.indexOf("['shared_");
  const end = start === -1 ? -1 : expression.indexOf("']", start);
  return end === -1 ? undefined : expression.slice(start + 2, end).replace(/_\d{1,4}$/, '');
}
