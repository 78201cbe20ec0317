/** A flow calls a host that the endpoint rules of the data policy deny. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

/** Settings with the address of an HTTP step. */
const ADDRESS = /(?:^|[./])(?:uri|url)$/i;
/** Host of an address whose host is fixed text. */
const HOST = /^\s*https?:\/\/(?:[^/?#@\s]*@)?([^/?#:@\s{}]+)(?:[:/?#]|$)/i;

/**
 * Returns whether the rules deny a host: the first entry that matches decides, as in Power Platform. A host that no entry
 * matches is denied if an entry allows others.
 */
function isDenied(host: string, endpoints: readonly string[]): boolean {
  for (const entry of endpoints) {
    const [verdict = '', pattern = ''] = entry.split(' ');
    if (matchesWildcard(host, pattern)) return verdict === 'deny';
  }
  return endpoints.some((entry) => entry.startsWith('allow '));
}

export const rule = defineRule({
  id: 'PAF-SEC-018',
  version: 1,
  title: 'HTTP host outside the allow-list',
  platforms: ['power-automate'],
  category: 'security',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'An HTTP step can send data to any host, and nobody has approved this one.',
  fix: 'Call an approved host, or have this one added to the endpoint rules of the data policy.',
  compliance: ['DLP'],
  groupBy: 'server',
  options: {
    endpoints: {
      default: [] as readonly string[],
      about: 'Rules such as `allow *.corp.example` and `deny *`: the first that matches the host decides.',
      stricter: 'equal',
    },
  },
  needsOneOf: ['endpoints'],
  inventory: {
    kind: 'host',
    reported: (hosts, { endpoints }) => hosts.filter((host) => isDenied(host, endpoints)),
  },
  level: 'activity',
  roles: ['http'],
  words: ['://'],
  *check(activity, { options }) {
    for (const property of activity.properties) {
      if (!ADDRESS.test(property.name)) continue;
      const host = HOST.exec(literalOf(property) ?? property.text)?.[1]?.toLowerCase();
      if (host === undefined || !isDenied(host, options.endpoints)) continue;
      yield {
        at: property,
        subject: property.name,
        group: host,
        message: `"${activity.name}" calls "${host}", which is not allowed.`,
      };
    }
  },
  examples: {
    'power-automate': {
      options: { endpoints: ['deny old.corp.example', 'allow *.corp.example', 'deny *'] },
      bad: [
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.other.example/orders"}, "runAfter": {}}`,
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://old.corp.example/orders"}, "runAfter": {}}`,
        // The user name is no host, and one server is one finding.
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.corp.example@other.example/a"}, "runAfter": {}},
"Put": {"type": "Http", "inputs": {"method": "GET", "uri": "https://other.example:8443/b"}, "runAfter": {}}`,
      ],
      good: [
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://api.corp.example/orders"}, "runAfter": {}}`,
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "https://API.corp.example:8443/orders?to=other.example"}, "runAfter": {}}`,
        // Near miss: the host is not known before the flow runs.
        `"Get": {"type": "Http", "inputs": {"method": "GET", "uri": "@parameters('Orders (crm_Orders)')"}, "runAfter": {}}`,
      ],
    },
  },
});
