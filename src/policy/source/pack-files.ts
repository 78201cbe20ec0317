/** Files of a pack's folder that a pattern names. */
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Ending of a pattern for all files of a folder. */
const ALL = '*.yaml';

/** Returns the files that a path or a pattern such as `cases/*.yaml` names, sorted, relative to the folder. */
export async function findPackFiles(folder: string, pattern: string): Promise<readonly string[]> {
  if (!pattern.endsWith(ALL)) return [pattern];
  const place = pattern.slice(0, -ALL.length);
  const found = await readdir(join(folder, place === '' ? '.' : dirname(`${place}x`))).catch(() => []);
  return found
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => `${place}${name}`)
    .sort();
}
