/** Order of NuGet versions: https://learn.microsoft.com/en-us/nuget/concepts/package-versioning */

const NUMBER = /^\d+$/;

/** Compares versions: below 0 when `one` is older. Texts that are no versions come first. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)];
  for (let at = 0; at < 4; at += 1) {
    const difference = compareTexts(a.numbers[at] ?? '0', b.numbers[at] ?? '0');
    if (difference !== 0) return difference;
  }
  // A version without a label is newer than its previews.
  if (a.labels.length === 0 || b.labels.length === 0) return b.labels.length - a.labels.length;
  for (let at = 0; at < Math.max(a.labels.length, b.labels.length); at += 1) {
    const difference = compareTexts(a.labels[at] ?? '', b.labels[at] ?? '');
    if (difference !== 0) return difference;
  }
  return 0;
}

function partsOf(version: string): {
  readonly numbers: readonly string[];
  readonly labels: readonly string[];
} {
  const [plain = ''] = version.split('+');
  const dash = plain.indexOf('-');
  const numbers = dash === -1 ? plain : plain.slice(0, dash);
  return {
    numbers: numbers.split('.'),
    labels:
      dash === -1
        ? []
        : plain
            .slice(dash + 1)
            .toLowerCase()
            .split('.'),
  };
}

/** Compares numbers by value, without a limit of their length, and before words. */
function compareTexts(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [NUMBER.test(one), NUMBER.test(other)];
  if (isNumber && isOtherNumber) {
    const [a, b] = [one.replace(/^0+(?=\d)/, ''), other.replace(/^0+(?=\d)/, '')];
    if (a.length !== b.length) return a.length - b.length;
    return a < b ? -1 : a > b ? 1 : 0;
  }
  // What is missing is older than a number, and that than a word.
  const rank = (text: string, isNumber: boolean): number => (text === '' ? 0 : isNumber ? 1 : 2);
  const difference = rank(one, isNumber) - rank(other, isOtherNumber);
  if (difference !== 0) return difference;
  return one < other ? -1 : one > other ? 1 : 0;
}
