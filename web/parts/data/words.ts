/** Names of the API as words. */

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

/** Returns a number with its noun. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** Explains how certain the check of a rule is. */
export function confidenceLabel(confidence: string): string {
  return CONFIDENCES[confidence] ?? wordsOf(confidence);
}

/** Returns a name of people's choice between marks that isolate its direction, as `<bdi>` does: for sentences that are plain text. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
