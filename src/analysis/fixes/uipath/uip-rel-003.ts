/** A Throw of the caught exception: it becomes a Rethrow. */
import { attributeText, localName } from '../../platforms/xml/document.ts';
import { nameInFile } from '../edits/xml-edits.ts';
import type { Fix } from '../fix.ts';
import { stepAround, stepsOf } from './xaml-setting.ts';

const NAME = /^\[?\s*\w{1,100}\s*\]?$/;

export const fix: Fix = {
  rule: 'UIP-REL-003',
  does: 'Turns the Throw of the caught exception into a Rethrow.',
  consequence: 'The exception keeps the place where it was raised, so messages and logs name another step.',
  flow: 'changes',
  xml(place) {
    const { doc } = place;
    const step = stepAround(place, (name) => name === 'Throw');
    const thrown = step === -1 ? undefined : attributeText(doc, step, 'Exception');
    if (thrown === undefined || !NAME.test(thrown) || stepsOf(doc, step).length > 0)
      return 'It throws another exception: only its author knows what must stay.';
    const title = attributeText(doc, step, 'DisplayName') ?? 'Rethrow';
    const name = nameInFile(doc, step).replace(/Throw$/, 'Rethrow');
    const shown = title.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
    return [
      {
        start: doc.starts[step]!,
        end: doc.ends[step]!,
        text: `<${name} DisplayName="${shown}" />`,
        cells: [`<${name}`, `@DisplayName=${title}`, '>'],
        change: { name: localName(doc, step), before: 'Throw', after: 'Rethrow' },
      },
    ];
  },
};
