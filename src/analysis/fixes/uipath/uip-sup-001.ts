/** Packages whose version is found anew at each restore. */
import { stringOf } from '../../platforms/json/document.ts';
import { setValue } from '../edits/json-edits.ts';
import type { Fix } from '../fix.ts';

/** `22.10.1`, or the lower end of a range that it belongs to: `[22.10.1,23.0)`. */
const VERSION = /^\[?\s*(\d[\w.+-]{0,60})\s*(?:,[^\])]*[\])])?$/;

export const fix: Fix = {
  rule: 'UIP-SUP-001',
  does: 'Pins the package to the lowest version of its range.',
  consequence: 'A project that was restored with a newer version now gets the older one.',
  json({ doc, value }) {
    const version = VERSION.exec(stringOf(doc, value) ?? '')?.[1];
    return version === undefined
      ? 'The project names no exact version.'
      : [setValue(doc, value, `[${version}]`)];
  },
};
