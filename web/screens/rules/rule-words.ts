/** Words of the catalogue for people. */

const PRESETS: Readonly<Record<string, string>> = {
  recommended: 'Default and strict',
  strict: 'Strict',
  'opt-in': 'Opt-in',
};

const CONFIDENCES: Readonly<Record<string, string>> = {
  high: 'High: a finding is almost always right',
  medium: 'Medium: look at a finding before you act',
  low: 'Low: a finding is a hint',
};

/** Returns a name with hyphens as words. */
export function wordsOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the rulesets that a rule of this preset is in. */
export function presetLabel(preset: string): string {
  return PRESETS[preset] ?? wordsOf(preset);
}

/** Explains how certain the check of a rule is. */
export function confidenceLabel(confidence: string): string {
  return CONFIDENCES[confidence] ?? wordsOf(confidence);
}
