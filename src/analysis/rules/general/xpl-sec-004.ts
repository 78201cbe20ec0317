/** A command connects to an address whose protocol is not encrypted. */
import { isLive } from '../../model/navigate.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { addressDefaults, CONNECTING_ROLES, isAddressSetting } from '../../patterns/texts/address-setting.ts';
import { type ClearTextAddress, clearTextAddress } from '../../patterns/texts/clear-text-address.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';
import { textsIn } from '../../semantics/texts.ts';

/** Returns the first unencrypted address in a setting: its text, or a text at the start of an expression's address. */
function addressIn({ expression, text }: Property): ClearTextAddress | undefined {
  if (expression === undefined) return clearTextAddress(text, true);
  if (!expression.text.includes('://')) return undefined;
  for (const part of textsIn(expression.tree)) {
    const found = clearTextAddress(part, expression.literal !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Address that Studio saw while the author selected the element: another activity opens the page. */
const SEEN_PAGE = /(?:^|\.)BrowserURL$/;

const isConnecting = ({ role, type }: Activity): boolean =>
  CONNECTING_ROLES.includes(role) || type === 'webapiservice';

/** Returns the use of the address in a setting. */
const usesAddress = (setting: string, host: string): string =>
  SEEN_PAGE.test(setting) ? `works on a page of "${host}" that is opened` : `connects to "${host}"`;

interface Found extends Problem {
  readonly address: ClearTextAddress;
}

/** Yields the addresses that activities connect to. */
function* usedAddresses(workflow: Workflow): Generator<Found> {
  const defaults = addressDefaults(workflow);
  for (const activity of workflow.activities) {
    if (!isLive(activity) || !isConnecting(activity)) continue;
    for (const property of activity.properties) {
      const initial = defaults.get(property);
      const isOwn = property.text.includes('://') && isAddressSetting(property);
      if (property.direction === 'out' || (initial === undefined && !isOwn)) continue;
      const address = initial === undefined ? addressIn(property) : clearTextAddress(initial.text, true);
      if (address === undefined) continue;
      const source =
        initial === undefined ? '' : `: its address is the initial value of "${initial.variable.name}"`;
      const message = `"${activity.name}" ${usesAddress(property.name, address.host)} by ${address.protocol}, which is not encrypted${source}.`;
      yield { at: property, address, message, subject: property.name };
    }
  }
}

/** Yields the addresses that a release brings with it: its processes read environment variables by name. */
function* releasedAddresses({ kind, variables }: Workflow): Generator<Found> {
  if (kind !== 'blue-prism-release') return;
  for (const { name, default: value } of variables) {
    const address = value && clearTextAddress(value.text, true);
    if (address === undefined) continue;
    const message = `The environment variable "${name}" is an address of "${address.host}" by ${address.protocol}, which is not encrypted.`;
    yield { at: value!, address, message, subject: name };
  }
}

export const rule = defineRule({
  id: 'XPL-SEC-004',
  version: 5,
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
  groupBy: 'server',
  // Hosts of private networks deserve medium severity, but a rule has one severity: they are an option.
  options: {
    allowHosts: {
      default: [] as readonly string[],
      about: 'Hosts that may be called in clear text; `*` stands for any characters.',
      stricter: 'shorter',
    },
    privateHosts: {
      default: false,
      about: 'Report addresses in private networks too.',
      stricter: 'higher',
    },
  },
  level: 'workflow',
  // The address can be the initial value of a variable.
  words: ['://'],
  *check(workflow, { options }) {
    for (const { address, ...problem } of [...usedAddresses(workflow), ...releasedAddresses(workflow)]) {
      if (address.isPrivate && !options.privateHosts) continue;
      if (options.allowHosts.some((pattern) => matchesWildcard(address.host, pattern))) continue;
      yield { ...problem, group: `${address.protocol}://${address.host.toLowerCase()}` };
    }
  },
  examples: {
    uipath: {
      bad: [
        `<ui:OpenBrowser DisplayName="Open shop" Url="http://shop.example.com/login" />`,
        `<ui:HttpClient DisplayName="Get order" EndPoint="[&quot;http://api.example.com/orders/&quot; &amp; id]" />`,
        // The page that an element was chosen on.
        `<uix:NTypeInto Text="[mail]"><uix:NTypeInto.Target><uix:TargetAnchorable BrowserURL="http://shop.example.com/login" /></uix:NTypeInto.Target></uix:NTypeInto>`,
        // The initial value of a variable, reported once however often it is used.
        `<Variable x:TypeArguments="x:String" Name="baseUrl" Default="http://api.example.com" />
<ui:HttpClient EndPoint="[baseUrl + &quot;/orders&quot;]" /><ui:HttpClient EndPoint="[baseUrl + &quot;/items&quot;]" />`,
        // Two pages of one server are one finding; its other protocol and another server are others.
        {
          text: `<ui:OpenBrowser Url="http://shop.example.com/login" /><ui:OpenBrowser Url="http://Shop.example.com/orders" />
<ui:HttpClient EndPoint="ftp://shop.example.com/orders" /><ui:OpenBrowser Url="http://api.example.com/orders" />`,
          findings: 3,
        },
      ],
      good: [
        // Written later, with TLS, as data only, and behind another address.
        `<Variable x:TypeArguments="x:String" Name="baseUrl" Default="http://api.example.com" />
<Assign><Assign.To><OutArgument x:TypeArguments="x:String">[baseUrl]</OutArgument></Assign.To><Assign.Value><InArgument x:TypeArguments="x:String">[Config("Url").ToString]</InArgument></Assign.Value></Assign>
<ui:HttpClient EndPoint="[baseUrl + &quot;/orders&quot;]" />`,
        `<Variable x:TypeArguments="x:String" Name="baseUrl" Default="https://api.example.com" /><ui:HttpClient EndPoint="[baseUrl]" />`,
        `<Variable x:TypeArguments="x:String" Name="shop" Default="http://shop.example.com" />
<ui:LogMessage Message="[shop]" /><ui:HttpClient EndPoint="[&quot;https://api.example.com/?shop=&quot; + shop]" />`,
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
        `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "base", "type": "string", "value": "http://api.example.com"}]}, "runAfter": {}},
"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "@{variables('base')}/orders"}, "runAfter": {"Init": ["Succeeded"]}}`,
      ],
      good: [
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.example.com/orders"}, "runAfter": {}}`,
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "@parameters('Orders (crm_Orders)')"}, "runAfter": {}}`,
        `"Init": {"type": "InitializeVariable", "inputs": {"variables": [{"name": "base", "type": "string", "value": "http://api.example.com"}]}, "runAfter": {}},
"Set": {"type": "SetVariable", "inputs": {"name": "base", "value": "@parameters('Orders (crm_Orders)')"}, "runAfter": {"Init": ["Succeeded"]}},
"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "@{variables('base')}/orders"}, "runAfter": {"Set": ["Succeeded"]}}`,
        // Near miss: the name of a format, and an address that is sent as data.
        `"Post": {"type": "Http", "inputs": {"method": "POST", "uri": "https://api.example.com/orders", "headers": {"SOAPAction": "http://api.example.com/soap/Add"}, "body": {"url": "http://shop.example.com"}}, "runAfter": {}}`,
      ],
    },
    'automation-anywhere': {
      bad: [
        `{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "uri", "value": {"type": "STRING", "string": "http://api.example.com/orders"}}]}`,
        `{"commandName": "openbrowser", "packageName": "Browser", "attributes": [{"name": "url", "value": {"type": "STRING", "expression": "http://shop.example.com/orders/$sOrder$"}}]}`,
        `"nodes": [{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "uri", "value": {"type": "STRING", "expression": "$sBase$/orders"}}]} ],
"variables": [ { "name": "sBase", "type": "STRING", "defaultValue": { "type": "STRING", "string": "http://api.example.com" } } ]`,
      ],
      good: [
        `{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "uri", "value": {"type": "STRING", "string": "https://api.example.com/orders"}}]}`,
        `{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "uri", "value": {"type": "STRING", "string": "http://192.168.7.20/orders"}}]}`,
        // Near miss: the host is not known before the bot runs.
        `{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "uri", "value": {"type": "STRING", "expression": "http://$sHost$/orders"}}]}`,
        `"nodes": [{"commandName": "assign", "packageName": "String", "attributes": [{"name": "source", "value": {"type": "STRING", "expression": "$sConfigured$"}}], "returnTo": {"type": "STRING", "variableName": "sBase"}},
{"commandName": "get", "packageName": "Rest", "attributes": [{"name": "uri", "value": {"type": "STRING", "expression": "$sBase$/orders"}}]} ],
"variables": [ { "name": "sBase", "type": "STRING", "defaultValue": { "type": "STRING", "string": "http://api.example.com" } } ]`,
      ],
    },
    'blue-prism': {
      bad: [
        `<webapiservice name="Orders" enabled="True"><configuration baseurl="http://api.example.com/"></configuration></webapiservice>`,
        `<stage stageid="a1" name="Get order" type="Action"><resource object="Utility - HTTP" action="HTTP Request" /><inputs><input type="text" name="URL" expr="&quot;http://api.example.com/orders/&quot; &amp; [Order]" /></inputs><onsuccess>end</onsuccess></stage>`,
        `<stage stageid="d1" name="Base" type="Data"><datatype>text</datatype><initialvalue>http://api.example.com</initialvalue><private /><alwaysinit /></stage>
<stage stageid="a1" name="Get order" type="Action"><resource object="Utility - HTTP" action="HTTP Request" /><inputs><input type="text" name="URL" expr="[Base] &amp; &quot;/orders&quot;" /></inputs><onsuccess>end</onsuccess></stage>`,
        `<environment-variable id="a" name="Shop" type="text" value="http://shop.example.com/orders"/>`,
      ],
      good: [
        `<environment-variable id="a" name="Shop" type="text" value="https://shop.example.com/orders"/>`,
        // Near misses: a sentence with an address, and the name of a format.
        `<environment-variable id="a" name="Hint" type="text" value="See http://shop.example.com"/>`,
        `<environment-variable id="a" name="Schema" type="text" value="http://www.w3.org/2001/XMLSchema"/>`,
        `<webapiservice name="Orders" enabled="True"><configuration baseurl="https://api.example.com/"></configuration></webapiservice>`,
        `<stage stageid="a1" name="Get order" type="Action"><resource object="Utility - HTTP" action="HTTP Request" /><inputs><input type="text" name="URL" expr="[Order address]" /></inputs><onsuccess>end</onsuccess></stage>`,
        `<stage stageid="d1" name="Base" type="Data"><datatype>text</datatype><initialvalue>https://api.example.com</initialvalue><private /><alwaysinit /></stage>
<stage stageid="a1" name="Get order" type="Action"><resource object="Utility - HTTP" action="HTTP Request" /><inputs><input type="text" name="URL" expr="[Base] &amp; &quot;/orders&quot;" /></inputs><onsuccess>end</onsuccess></stage>`,
        // Near miss: the service runs on the same machine.
        `<webapiservice name="Orders" enabled="True"><configuration baseurl="http://127.0.0.1:5000/"></configuration></webapiservice>`,
      ],
    },
  },
});
