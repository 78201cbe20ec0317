/** Words of the catalogue for people. */
import { wordsOf } from '../../parts/data/words.ts';

const PRESETS: Readonly<Record<string, string>> = {
  recommended: 'Default and strict',
  strict: 'Strict',
  'opt-in': 'Opt-in',
};

/** Returns the rulesets that a rule of this preset is in. */
export function presetLabel(preset: string): string {
  return PRESETS[preset] ?? wordsOf(preset);
}
