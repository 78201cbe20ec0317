/** Mail travels to or from the server without encryption. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Property } from '../../model/workflow.ts';

const SWITCHES = ['useSecure', 'useSecureConnection'];
/** Ports of SMTP, POP3 and IMAP that begin in clear text. */
const CLEAR_PORTS = new Set(['25', '110', '143']);
/**
 * Programs with a connection of their own (Outlook, Exchange, cloud services), where leftover switches have no effect.
 */
const OWN_CONNECTION = /outlook|ews|exchange|office|graph|gmail|lotus/i;

/** Returns the property that shows the clear text: the switch, or without a switch the port. */
function clearText(activity: Activity): Property | undefined {
  const server = literalOf(propertyOf(activity, 'serverType'));
  if (server !== undefined && OWN_CONNECTION.test(server)) return undefined;
  for (const name of SWITCHES) {
    const property = propertyOf(activity, name);
    if (property !== undefined) return literalOf(property) === 'false' ? property : undefined;
  }
  const port = propertyOf(activity, 'port');
  return CLEAR_PORTS.has(literalOf(port) ?? '') ? port : undefined;
}

/** Settings that name the mail server, by command. */
const HOSTS = ['emailServerHost', 'serverHost', 'host'];

/** Returns the mail server of the command, perhaps in a variable. */
function serverOf(activity: Activity): Property | undefined {
  for (const name of HOSTS) {
    const property = propertyOf(activity, name);
    if (property !== undefined && property.text.trim() !== '') return property;
  }
  return undefined;
}

export const rule = defineRule({
  id: 'AAB-SEC-007',
  version: 2,
  title: 'Mail connection without TLS',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Password, addresses and messages cross the network readable and can be changed on the way.',
  fix: 'Open the Email command, select "Use secure connection (SSL/TLS)" and set the encrypted port of the server: 587 or 465 for sending, 993 for IMAP, 995 for POP3.',
  compliance: ['TLS'],
  dedupeGroup: 'clear-text',
  groupBy: 'server',
  options: {},
  level: 'activity',
  // Replies and forwarded mails sign in to a server of their own, as `Email: Send` does.
  roles: ['email'],
  *check(activity) {
    const property = clearText(activity);
    if (property === undefined) return;
    const reason =
      property.name === 'port'
        ? `uses port ${property.text}, which is not encrypted, and does not ask for a secure connection`
        : `has "${property.name}" switched off`;
    const server = serverOf(activity);
    const where = server === undefined ? '' : ` for the server "${server.text.trim()}"`;
    yield {
      at: property,
      message: `"${activity.name}" ${reason}${where}.`,
      subject: 'secure connection',
      ...(server === undefined ? {} : { group: server.text.trim().toLowerCase() }),
    };
  },
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "emailConnect", "packageName": "Email", "attributes": [
  { "name": "serverType", "value": { "type": "STRING", "string": "EMAIL_SERVER" } },
  { "name": "useSecure", "value": { "type": "BOOLEAN", "boolean": false } },
  { "name": "port", "value": { "type": "NUMBER", "number": "110" } } ] }`,
        `{ "commandName": "sendMail", "packageName": "Email", "attributes": [
  { "name": "port", "value": { "type": "NUMBER", "number": "25" } } ] }`,
        `{ "commandName": "forward", "packageName": "Email", "attributes": [
  { "name": "host", "value": { "type": "STRING", "string": "mail.example.com" } },
  { "name": "useSecureConnection", "value": { "type": "BOOLEAN", "boolean": false } } ] }`,
        // Two servers, one of them in two places and in another letter case.
        {
          text: `{ "commandName": "sendMail", "packageName": "Email", "attributes": [
  { "name": "emailServerHost", "value": { "type": "STRING", "string": "mail.example.com" } },
  { "name": "useSecureConnection", "value": { "type": "BOOLEAN", "boolean": false } } ] },
{ "commandName": "sendMail", "packageName": "Email", "attributes": [
  { "name": "emailServerHost", "value": { "type": "STRING", "string": "Mail.Example.com" } },
  { "name": "useSecureConnection", "value": { "type": "BOOLEAN", "boolean": false } } ] },
{ "commandName": "emailConnect", "packageName": "Email", "attributes": [
  { "name": "serverHost", "value": { "type": "STRING", "string": "imap.example.com" } },
  { "name": "useSecure", "value": { "type": "BOOLEAN", "boolean": false } } ] }`,
          findings: 2,
        },
      ],
      good: [
        `{ "commandName": "emailConnect", "packageName": "Email", "attributes": [
  { "name": "useSecure", "value": { "type": "BOOLEAN", "expression": "$bSecure$" } },
  { "name": "port", "value": { "type": "NUMBER", "number": "993" } } ] }`,
        `{ "commandName": "emailConnect", "packageName": "Email", "attributes": [
  { "name": "serverType", "value": { "type": "STRING", "string": "EMAIL_SERVER" } },
  { "name": "useSecure", "value": { "type": "BOOLEAN", "boolean": true } },
  { "name": "port", "value": { "type": "NUMBER", "number": "25" } } ] }`,
        // Near miss: Outlook sends through its own connection, the switch is a leftover.
        `{ "commandName": "sendMail", "packageName": "Email", "attributes": [
  { "name": "serverType", "value": { "type": "STRING", "string": "OUTLOOK" } },
  { "name": "useSecureConnection", "value": { "type": "BOOLEAN", "boolean": false } } ] }`,
      ],
    },
  },
});
