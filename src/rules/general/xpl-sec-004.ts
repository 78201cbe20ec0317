/** A command connects to an address whose protocol is not encrypted. */
import { defineRule } from '../../model/rule.ts';
import type { Property } from '../../model/workflow.ts';
import { type ClearTextAddress, clearTextAddress } from '../patterns/clear-text-address.ts';
import { wordsOf } from '../patterns/secret-name.ts';
import { matchesWildcard } from '../patterns/wildcard.ts';

/** Settings that name where to connect. Bodies, headers and namespaces hold addresses too, as data. */
const PLACES = new Set('url uri endpoint address host server site wsdl connection baseurl page'.split(' '));
const DATA = /body|header|criteria|selector|namespace|soapaction|referer|redirect/i;

function isPlace(name: string): boolean {
  if (DATA.test(name)) return false;
  const last = name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf('/')) + 1);
  // "EndPoint" written in camel case is two words.
  return /endpoint/i.test(last) || wordsOf(last).some((word) => PLACES.has(word));
}

/** The first unencrypted address in a setting: its text, or a text that an expression begins an address with. */
function addressIn({ expression, text }: Property): ClearTextAddress | undefined {
  if (expression === undefined) return clearTextAddress(text, true);
  if (!expression.text.includes('://')) return undefined;
  const strings = expression.tokens.filter(({ kind }) => kind === 'string');
  for (const { text: part } of strings) {
    const found = clearTextAddress(part, expression.literal !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const rule = defineRule({
  id: 'XPL-SEC-004',
  version: 1,
  title: 'Clear-text endpoint',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Everything that is sent and received, passwords and cookies among it, can be read and changed on the way.',
  fix: 'Use the encrypted form of the protocol: https, ftps or sftp, wss, ldaps, amqps, mqtts, rediss, or TLS switched on for the database. When the service has none, put a gateway with TLS in front of it.',
  compliance: ['TLS'],
  dedupeGroup: 'clear-text',
  // Hosts of private networks would be of medium severity, which one rule cannot say: they are reported on demand.
  options: { allowHosts: [] as readonly string[], privateHosts: false },
  level: 'activity',
  words: ['://'],
  roles: ['http', 'ui', 'database', 'email', 'file', 'queue'],
  types: ['webapiservice'],
  *check(activity, { options }) {
    for (const property of activity.properties) {
      if (property.direction === 'out' || !property.text.includes('://') || !isPlace(property.name)) continue;
      const address = addressIn(property);
      if (address === undefined || (address.isPrivate && !options.privateHosts)) continue;
      if (options.allowHosts.some((pattern) => matchesWildcard(address.host, pattern))) continue;
      yield {
        at: property,
        message: `"${activity.name}" connects to "${address.host}" by ${address.protocol}, which is not encrypted.`,
        subject: property.name,
      };
    }
  },
  examples: {
    uipath: {
      bad: [
        `<ui:OpenBrowser DisplayName="Open shop" Url="http://shop.example.com/login" />`,
        `<ui:HttpClient DisplayName="Get order" EndPoint="[&quot;http://api.example.com/orders/&quot; &amp; id]" />`,
      ],
      good: [
        `<ui:OpenBrowser DisplayName="Open shop" Url="https://shop.example.com/login" />`,
        `<ui:OpenBrowser DisplayName="Open test page" Url="http://localhost:8080/" />`,
        // Near miss: an address in a message is text.
        `<ui:LogMessage Message="[&quot;http://shop.example.com is closed&quot;]" />`,
      ],
    },
    'power-automate': {
      bad: [
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "http://api.example.com/orders"}, "runAfter": {}}`,
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "http://api.example.com/orders/@{variables('id')}"}, "runAfter": {}}`,
      ],
      good: [
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/orders"}, "runAfter": {}}`,
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "@parameters('Orders (crm_Orders)')"}, "runAfter": {}}`,
        // Near miss: the name of a format, and an address that is sent as data.
        `"Post": {"type": "Http", "inputs": {"method": "POST", "uri": "https://api.example.com/orders", "headers": {"SOAPAction": "http://api.example.com/soap/Add"}, "body": {"url": "http://shop.example.com"}}, "runAfter": {}}`,
      ],
    },
    'automation-anywhere': {
      bad: [
        `{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "uri", "value": {"type": "STRING", "string": "http://api.example.com/orders"}}]}`,
        `{"commandName": "openbrowser", "packageName": "Browser", "attributes": [{"name": "url", "value": {"type": "STRING", "expression": "http://shop.example.com/orders/$sOrder$"}}]}`,
      ],
      good: [
        `{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "uri", "value": {"type": "STRING", "string": "https://api.example.com/orders"}}]}`,
        `{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "uri", "value": {"type": "STRING", "string": "http://192.168.7.20/orders"}}]}`,
        // Near miss: the host is not known before the bot runs.
        `{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "uri", "value": {"type": "STRING", "expression": "http://$sHost$/orders"}}]}`,
      ],
    },
    'blue-prism': {
      bad: [
        `<webapiservice name="Orders" enabled="True"><configuration baseurl="http://api.example.com/"></configuration></webapiservice>`,
        `<stage stageid="a1" name="Get order" type="Action"><resource object="Utility - HTTP" action="HTTP Request" /><inputs><input type="text" name="URL" expr="&quot;http://api.example.com/orders/&quot; &amp; [Order]" /></inputs><onsuccess>end</onsuccess></stage>`,
      ],
      good: [
        `<webapiservice name="Orders" enabled="True"><configuration baseurl="https://api.example.com/"></configuration></webapiservice>`,
        `<stage stageid="a1" name="Get order" type="Action"><resource object="Utility - HTTP" action="HTTP Request" /><inputs><input type="text" name="URL" expr="[Order address]" /></inputs><onsuccess>end</onsuccess></stage>`,
        // Near miss: the service runs on the same machine.
        `<webapiservice name="Orders" enabled="True"><configuration baseurl="http://127.0.0.1:5000/"></configuration></webapiservice>`,
      ],
    },
  },
});
