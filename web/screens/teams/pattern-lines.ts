/** Patterns of a team as lines of text, such as `bank/robots : /payments/`. */
import type { Team } from '../../api/calls/teams.ts';

type Patterns = Team['patterns'];

/** Between repository and path. With spaces, as names of repositories may have colons. */
const SEPARATOR = ' : ';

/** Writes each pattern on a line of its own. */
export function patternLines(patterns: Patterns): string {
  return patterns.map(patternLine).join('\n');
}

/** Writes one pattern. */
export function patternLine({ repository, path }: Patterns[number]): string {
  return path === null ? repository : `${repository}${SEPARATOR}${path}`;
}

/** Reads the lines; empty ones are skipped. */
export function patternsIn(text: string): Patterns {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf(SEPARATOR);
      if (at === -1) return { repository: line, path: null };
      return { repository: line.slice(0, at).trim(), path: line.slice(at + SEPARATOR.length).trim() };
    });
}
