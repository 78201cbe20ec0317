/** Comparison of judged findings with found ones. */
import type { Judgement } from './judgements.ts';
import type { FoundLine } from './repositories.ts';

type Subject = Pick<Judgement, 'path' | 'ruleId' | 'location'>;

const SEPARATOR = ' › ';

/**
 * The first name is that of the workflow, which newer versions read elsewhere: the path says which one it is. A finding on
 * the workflow as a whole may have it twice.
 */
function keyOf({ path, ruleId, location }: Subject): string {
  const [, line, names = ''] = /^line (\d+) ?(.*)$/su.exec(location) ?? [];
  const [first, ...rest] = names.split(SEPARATOR);
  return JSON.stringify([path, ruleId, line, rest.every((name) => name === first) ? [] : rest]);
}

/** Yields what a finding stands for: its places, and those of other rules that report the same mistake. */
function* subjectsOf(found: FoundLine): Generator<Subject> {
  for (const ruleId of [found.ruleId, ...(found.sameMistake ?? [])]) yield* placesOf({ ...found, ruleId });
}

function* placesOf({ path, ruleId, line, location, places = [] }: FoundLine): Generator<Subject> {
  const isAcrossFiles = location.startsWith(`${path}${SEPARATOR}`);
  for (const at of [{ line, place: location }, ...places]) {
    // A place of a finding across files begins with the path of its own file.
    const [file = path, ...names] = at.place.split(SEPARATOR);
    if (isAcrossFiles) yield { path: file, ruleId, location: `line ${at.line} ${names.join(SEPARATOR)}` };
    else yield { path, ruleId, location: `line ${at.line} ${at.place}` };
  }
}

/** Creates a predicate: whether a judged finding is among the found ones, or is one of their places. */
export function createMatcher(found: readonly FoundLine[]): (judged: Subject) => boolean {
  const keys = new Set(found.flatMap((finding) => [...subjectsOf(finding)].map(keyOf)));
  return (judged) => keys.has(keyOf(judged));
}
