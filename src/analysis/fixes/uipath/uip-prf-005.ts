/** Clicks and typing through the hardware queue. */
import { localName } from '../../platforms/xml/document.ts';
import type { Fix } from '../fix.ts';
import { writeSetting } from './xaml-setting.ts';

/** Setting of each activity, and its value. */
const SETTINGS: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['Click', ['SimulateClick', 'True']],
  ['TypeInto', ['SimulateType', 'True']],
  ['NClick', ['InteractionMode', 'Simulate']],
  ['NTypeInto', ['InteractionMode', 'Simulate']],
]);

export const fix: Fix = {
  rule: 'UIP-PRF-005',
  does: 'Lets the step simulate its input.',
  consequence:
    'Applications that react only to the mouse and the keyboard may not notice the step. Try it there.',
  xml({ doc, element }) {
    const setting = SETTINGS.get(localName(doc, element));
    return setting === undefined ? 'The step has no such setting.' : writeSetting(doc, element, ...setting);
  },
};
