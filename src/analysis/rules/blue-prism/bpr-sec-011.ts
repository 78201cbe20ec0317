/** A Web API service that is called without a login. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';

/** Codes and names of "None"; all other kinds have credentials. */
const NONE = /^(?:0|none)?$/i;
/** Headers, parameters and code by which services identify themselves without an authentication of the product. */
const IDENTIFIES = /authori[sz]ation|api[-_ ]?key|access[-_ ]?key|token|secret|signature|password|cookie/i;
const OWN_MACHINE = /^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])(?:[:/]|$)/i;

const service = (address: string, authentication: string, header = ''): string =>
  `<webapiservice id="a" name="Orders" enabled="true"><configuration baseurl="${address}"><actions><action id="1" name="List">
     <request httpmethod="GET" urlpath="/orders"><headers>${header}</headers></request></action></actions>
   <commonauthentications>${authentication}</commonauthentications></configuration></webapiservice>`;

export const rule = defineRule({
  id: 'BPR-SEC-011',
  version: 1,
  title: 'Web API without authentication',
  platforms: ['blue-prism'],
  category: 'security',
  severity: 'medium',
  confidence: 'high',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'A service that asks nobody for a login answers everyone in the network, and its log does not show who changed something.',
  fix: 'Choose an authentication type with a credential in the definition of the Web API: OAuth 2.0 or a bearer token. A service with public data alone can stay as it is.',
  compliance: ['AUTHN'],
  options: {},
  level: 'activity',
  types: ['webapiservice'],
  *check(service) {
    const { properties } = service;
    const address = propertyOf(service, 'configuration.baseurl');
    if (address === undefined || OWN_MACHINE.test(address.text)) return;
    if (propertyOf(service, 'enabled')?.text.toLowerCase() === 'false') return;
    const kind = propertyOf(service, 'configuration.commonauthentications.authentication.type');
    if (!NONE.test(kind?.text ?? '')) return;
    if (properties.some(({ name, text }) => IDENTIFIES.test(name) || IDENTIFIES.test(text))) return;
    yield {
      at: kind ?? service,
      subject: 'authentication',
      message: `The Web API "${service.name}" has no authentication.`,
    };
  },
  examples: {
    'blue-prism': {
      bad: [
        service('https://api.corp.example', '<authentication type="0"/>'),
        service('https://api.corp.example', ''),
      ],
      good: [
        service(
          'https://api.corp.example',
          '<authentication type="5" authorizationserver="https://login.corp.example"/>',
        ),
        // Near misses: the caller passes a key, and a service of the same machine.
        service(
          'https://api.corp.example',
          '<authentication type="0"/>',
          '<httpheader name="x-api-key" value="[Key]"/>',
        ),
        service('http://127.0.0.1:5000/', '<authentication type="0"/>'),
      ],
    },
  },
});
