/** A custom connector over HTTP. */
import { setValue } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

export const fix: Fix = {
  rule: 'PAF-SEC-111',
  does: 'Sets the scheme of the connector to https.',
  consequence: 'A server that offers no HTTPS is no longer reached.',
  json: ({ doc, value }) => [setValue(doc, value, 'https')],
};
