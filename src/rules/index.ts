/** Every rule. Generated from the folders by `npm run generate`; do not edit. */
import type { Rule } from '../model/rule.ts';
import { rule as xplEng002 } from './general/xpl-eng-002.ts';

/** The whole catalogue. */
export const RULES: readonly Rule[] = [
  xplEng002,
];
