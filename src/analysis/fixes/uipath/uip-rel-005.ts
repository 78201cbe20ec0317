/** Steps that go on after their own failure. */
import type { Edits } from '../edits/edit.ts';
import type { Fix } from '../fix.ts';
import type { XmlPlace } from '../place.ts';
import { attributePlace } from './attribute-place.ts';
import { writeHere } from './xaml-setting.ts';

const NAME = 'ContinueOnError';

export const fix: Fix = {
  rule: 'UIP-REL-005',
  does: 'Sets ContinueOnError to False.',
  consequence:
    'A run that went on after a failure of these steps now ends with it, unless a Try Catch handles it.',
  flow: 'changes',
  xml({ doc }, { workflows: [workflow] }) {
    const edits = [];
    for (const { enabled, role, properties } of workflow!.activities) {
      const setting = properties.find(({ name }) => name === NAME);
      if (!enabled || role === 'log' || setting === undefined) continue;
      if (!/^\[?true\]?$/i.test(setting.text.trim())) continue;
      const place: XmlPlace = attributePlace(doc, setting.at);
      const written: Edits = writeHere(place, NAME, 'False');
      if (typeof written === 'string') return written;
      edits.push(...written);
    }
    return edits;
  },
};
