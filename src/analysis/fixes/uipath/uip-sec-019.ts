/** Macros that run when a workbook is opened. */
import type { Fix } from '../fix.ts';
import { writeHere } from './xaml-setting.ts';

export const fix: Fix = {
  rule: 'UIP-SEC-019',
  does: 'Disables the macros of the workbook.',
  consequence: 'Macros that a workbook starts by itself no longer run.',
  xml: (place) => writeHere(place, 'MacroSettings', 'DisableAll'),
};
