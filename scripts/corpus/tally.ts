/** Counts of findings and of the files that have them. */

/** Counts by key, printed as a Markdown table in the order of the keys. */
export interface Tally {
  add(key: string, file: string): void;
  print(headings: readonly string[]): void;
}

/** Creates an empty tally. */
export function createTally(): Tally {
  const counts = new Map<string, { findings: number; files: Set<string> }>();
  return {
    add(key, file) {
      const entry = counts.get(key) ?? { findings: 0, files: new Set() };
      entry.findings += 1;
      entry.files.add(file);
      counts.set(key, entry);
    },
    print(headings) {
      console.log(`| ${headings.join(' | ')} |\n|${headings.map(() => '---').join('|')}|`);
      for (const [key, { findings, files }] of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
        console.log(`| ${key} | ${findings} | ${files.size} |`);
      }
      console.log();
    },
  };
}
