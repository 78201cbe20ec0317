/** Roles of the standard connectors' operations. */

import { ownText } from '../../model/interning/own-text.ts';
import type { Role } from '../../model/workflow.ts';
import { type JsonDocument, JsonKind, member, shortTextOf, stringOf } from '../json/document.ts';
import { sharedKey } from '../shared-names.ts';
import { Mark } from './marks.ts';

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

/** Roles by connector name without `shared_`. */
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
  // Nodes for agents: one that is defined in the flow itself, or one of its own.
  ['agentnode', { role: 'ai', except: [['invokeagent', 'invoke']] }],
  ['azureautomation', { role: 'script' }],
]);

/** The unbound Dataverse action that reads an environment variable of type Secret. */
const READS_A_SECRET = 'retrieveenvironmentvariablesecretvalue';

/**
 * Returns the role of a connector operation.
 * @param connector api name, as `shared_sql`
 * @param operation the operation's id, or '' when the file does not name it
 * @param action the unbound Dataverse action that it performs, or ''
 */
function connectorRole(connector: string, operation: string, action = ''): Role {
  if (action.toLowerCase() === READS_A_SECRET) return 'credential';
  const entry = CONNECTORS.get(connector.toLowerCase().replace('shared_', ''));
  if (entry === undefined) return 'other';
  const id = operation.toLowerCase();
  return entry.except?.find(([part]) => id.includes(part))?.[1] ?? entry.role;
}

/** The connector call of an action. Positions are those of the texts that name it. */
export interface ConnectorCall {
  readonly connector: string;
  readonly connectorAt: number;
  readonly operation: string;
  readonly operationAt: number;
  readonly role: Role;
}

function memberOf(doc: JsonDocument, at: number, ...keys: readonly string[]): number {
  let found = at;
  for (const key of keys) if (found !== -1) found = member(doc, found, key);
  return found;
}

const stringAt = (doc: JsonDocument, at: number): string => (at === -1 ? '' : (shortTextOf(doc, at) ?? ''));

/** Marks the settings that name the called connector if the settings of the action are not read otherwise. */
export function markHost(doc: JsonDocument, at: number, marked: number[]): void {
  const inputs = member(doc, at, 'inputs');
  const host = memberOf(doc, inputs, 'host');
  marked[Mark.host] = host;
  marked[Mark.api] = memberOf(doc, host, 'apiId');
  marked[Mark.operation] = memberOf(doc, host, 'operationId');
  marked[Mark.connectionName] = memberOf(doc, host, 'connection', 'name');
  marked[Mark.referenceName] = memberOf(doc, host, 'connection', 'referenceName');
  marked[Mark.actionName] = memberOf(doc, inputs, 'parameters', 'actionName');
}

/**
 * Returns the connector that an action or trigger calls. There are the newer form (`apiId`), the older one
 * (`connection.name`), and those of Azure Logic Apps.
 */
export function connectorOf(doc: JsonDocument, at: number, marked: number[]): ConnectorCall | undefined {
  if (marked[Mark.providerId] !== -1) return providerCall(doc, marked);
  if (marked[Mark.host] === -1) return undefined;
  if (marked[Mark.referenceName] !== -1) return referenceCall(doc, at, marked[Mark.referenceName]!);
  const api = marked[Mark.api]!;
  if (api !== -1) {
    const operationAt = marked[Mark.operation]!;
    const connector = lastPart(doc, api);
    const operation = stringAt(doc, operationAt);
    const action = marked[Mark.actionName] === -1 ? '' : stringAt(doc, marked[Mark.actionName]!);
    const role =
      action === '' ? knownRole(connector, operation) : connectorRole(connector, operation, action);
    return { connector, connectorAt: api, operation, operationAt, role };
  }
  const connectorAt = marked[Mark.connectionName]!;
  const connector = connectionKey(stringAt(doc, connectorAt));
  if (connector === undefined) return undefined;
  const operationAt = memberOf(doc, at, 'metadata', 'flowSystemMetadata', 'swaggerOperationId');
  const operation = stringAt(doc, operationAt);
  return { connector, connectorAt, operation, operationAt, role: knownRole(connector, operation) };
}

/** Returns the call of a connector that Azure Logic Apps have built in: `/serviceProviders/serviceBus`. */
function providerCall(doc: JsonDocument, marked: number[]): ConnectorCall {
  const connectorAt = marked[Mark.providerId]!;
  const operationAt = marked[Mark.providerOperation]!;
  const connector = lastPart(doc, connectorAt);
  const operation = stringAt(doc, operationAt);
  return { connector, connectorAt, operation, operationAt, role: knownRole(connector, operation) };
}

/** Returns the call of a connector by the name of its connection, where a path stands for the operation: `/v2/Mail`. */
function referenceCall(doc: JsonDocument, at: number, connectorAt: number): ConnectorCall {
  const connector = stringAt(doc, connectorAt).replace(/-\d{1,4}$/, '');
  const operationAt = memberOf(doc, at, 'inputs', 'path');
  const operation = stringAt(doc, operationAt);
  return { connector, connectorAt, operation, operationAt, role: knownRole(connector, operation) };
}

const SLASH = 0x2f;

/** Returns the name behind the last `/` of an id; '' for a value that is no text. */
function lastPart(doc: JsonDocument, at: number): string {
  if (doc.kinds[at] !== JsonKind.string) return '';
  const end = doc.ends[at]! - 1;
  let start = end;
  while (start > doc.starts[at]! + 1 && doc.bytes[start - 1] !== SLASH) start -= 1;
  const shared = sharedKey(doc.bytes, start, end);
  if (shared !== undefined) return shared;
  const id = stringOf(doc, at)!;
  return id.slice(id.lastIndexOf('/') + 1);
}

/**
 * Maximum number of cached pairs of connector and operation. They come from files: a hostile one must not make the
 * cache grow.
 */
const PAIRS_MAX = 5_000;
const PAIR_LENGTH_MAX = 200;
const roles = new Map<string, Map<string, Role>>();
let pairs = 0;

/** Returns the role of a connector's operation. `connector` is its api name, as `shared_sql`. */
export function knownRole(connector: string, operation: string): Role {
  let known = roles.get(connector)?.get(operation);
  if (known !== undefined) return known;
  known = connectorRole(connector, operation);
  if (connector.length + operation.length > PAIR_LENGTH_MAX) return known;
  if (pairs >= PAIRS_MAX) {
    roles.clear();
    pairs = 0;
  }
  const byOperation = roles.get(connector) ?? new Map<string, Role>();
  roles.set(ownText(connector), byOperation.set(ownText(operation), known));
  pairs += 1;
  return known;
}

/**
 * Returns `shared_x` of `@parameters('$connections')['shared_x_1']['connectionId']`; the number distinguishes
 * connections.
 */
function connectionKey(expression: string): string | undefined {
  const start = expression.indexOf("['shared_");
  const end = start === -1 ? -1 : expression.indexOf("']", start);
  return end === -1 ? undefined : expression.slice(start + 2, end).replace(/_\d{1,4}$/, '');
}
