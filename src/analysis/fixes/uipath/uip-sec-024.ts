/** A dialog that shows the secret while it is typed. */
import type { Fix } from '../fix.ts';
import { writeSetting } from './xaml-setting.ts';

export const fix: Fix = {
  rule: 'UIP-SEC-024',
  does: 'Masks what is typed into the dialog (IsPassword).',
  xml: ({ doc, element }) => writeSetting(doc, element, 'IsPassword', 'True'),
};
