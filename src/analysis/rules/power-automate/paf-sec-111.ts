/** A custom connector whose requests travel without encryption. */
import { literalOf } from '../../model/navigate.ts';
import { clearTextAddress } from '../../patterns/texts/clear-text-address.ts';
import { defineRule } from '../define-rule.ts';

const SCHEME = /^schemes\.\d+$/;

export const rule = defineRule('PAF-SEC-111', {
  level: 'activity',
  languages: ['power-fx'],
  types: ['Connector'],
  *check({ name, properties }) {
    const schemes = properties.filter((property) => SCHEME.test(property.name));
    const plain = schemes.find((scheme) => literalOf(scheme)?.toLowerCase() === 'http');
    if (plain === undefined || schemes.length > 1) return;
    const host = properties.find((property) => property.name === 'host')?.text ?? '';
    const address = clearTextAddress(`http://${host}`, true);
    if (address === undefined || address.isPrivate) return;
    const message = `The connector "${name}" calls "${address.host}" over HTTP.`;
    yield { at: plain, subject: 'schemes', message };
  },
});
