/** Order of versions of packages. */

/** Numbers at the beginning of a version: `3.1.0-20210101` is 3, 1, 0. */
const NUMBERS = /^\d{1,9}(?:\.\d{1,9}){0,3}/;

/** Returns whether a version is older than a minimum; only their numbers count. */
export function isOlder(version: string, minimum: string): boolean {
  const [own, wanted] = [version, minimum].map((text) =>
    (NUMBERS.exec(text)?.[0] ?? '').split('.').map(Number),
  );
  for (const [index, number] of wanted!.entries()) {
    const difference = (own![index] ?? 0) - number;
    if (difference !== 0) return difference < 0;
  }
  return false;
}
