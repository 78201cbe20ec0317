/** A Web API service that is called without a login. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Codes and names of "None"; all other kinds have credentials. */
const NONE = /^(?:0|none)?$/i;
/** Headers, parameters and code by which services identify themselves without an authentication of the product. */
const IDENTIFIES = /authori[sz]ation|api[-_ ]?key|access[-_ ]?key|token|secret|signature|password|cookie/i;
const OWN_MACHINE = /^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])(?:[:/]|$)/i;

export const rule = defineRule('BPR-SEC-011', {
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
});
