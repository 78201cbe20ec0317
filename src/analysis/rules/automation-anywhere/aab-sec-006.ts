/** A web request accepts any certificate. */
import { defineRule } from '../../model/rule.ts';
import { settingRule } from '../../patterns/setting-rule.ts';

export const rule = defineRule({
  id: 'AAB-SEC-006',
  version: 1,
  title: 'Insecure REST connection allowed',
  platforms: ['automation-anywhere'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The bot does not check who answers: anyone on the way can read and change the request, its password and its answer.',
  fix: 'Install the certificate of the authority that signed the server\'s certificate on the bot runner, then open the command and clear "Allow insecure connection".',
  compliance: ['CERT'],
  dedupeGroup: 'tls-validation',
  options: {},
  ...settingRule({
    words: ['allowinsecureconnection'],
    named: /(?:^|\.)allowInsecureConnection$/i,
    problem({ activity, text }) {
      if (activity.role !== 'http' || text.toLowerCase() !== 'true') return undefined;
      return { message: `"${activity.name}" does not check the certificate of the server.` };
    },
  }),
  examples: {
    'automation-anywhere': {
      bad: [
        `{ "commandName": "get", "packageName": "Rest", "attributes": [
  { "name": "uri", "value": { "type": "STRING", "string": "https://orders.example.com/open" } },
  { "name": "allowInsecureConnection", "value": { "type": "BOOLEAN", "boolean": true } } ] }`,
        `{ "commandName": "post", "packageName": "Rest", "attributes": [
  { "name": "uri", "value": { "type": "STRING", "expression": "$iOrders$/new" } },
  { "name": "advanced", "attributes": [
    { "name": "allowInsecureConnection", "value": { "type": "BOOLEAN", "boolean": true } } ] } ] }`,
      ],
      good: [
        `{ "commandName": "get", "packageName": "Rest", "attributes": [
  { "name": "allowInsecureConnection", "value": { "type": "BOOLEAN", "boolean": false } } ] }`,
        `{ "commandName": "get", "packageName": "Rest", "attributes": [
  { "name": "uri", "value": { "type": "STRING", "string": "https://orders.example.com/open" } } ] }`,
        // Near miss: the command is switched off.
        `{ "commandName": "get", "packageName": "Rest", "disabled": true, "attributes": [
  { "name": "allowInsecureConnection", "value": { "type": "BOOLEAN", "boolean": true } } ] }`,
      ],
    },
  },
});
