/** Roles of the operations of Integration Service, by connector and operation. */
import type { Role } from '../../../model/workflow.ts';

/** Connector → role, by a word in its key. */
const CONNECTORS: readonly (readonly [words: RegExp, role: Role])[] = [
  [/outlook|gmail|smtp|imap|sendgrid|mailchimp/i, 'email'],
  [/slack|teams|twilio|whatsapp/i, 'message'],
  [/uipath-http/i, 'http'],
  [/openai|anthropic|genai|bedrock|vertex|airdk/i, 'ai'],
  [/database|sqlserver|snowflake|postgres|mysql|oracle-db/i, 'database'],
  [/onedrive|sharepoint|drive|dropbox|box\b|s3/i, 'file'],
  [/excel|sheets/i, 'spreadsheet'],
];

/** Returns the role of an operation of a connector: `uipath-microsoft-outlook365`. */
export function connectorRole(connector: string, operation: string): Role {
  const role = CONNECTORS.find(([words]) => words.test(connector))?.[1] ?? 'other';
  // A mailbox has files and calendars too.
  return role === 'email' && /event|calendar|file|folder/i.test(operation) ? 'other' : role;
}
