/** Comparison of judged findings with found ones. */
import { createHash } from 'node:crypto';
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
  // A finding of a rule across files begins with the path of its file.
  const own = names.startsWith(`${path}${SEPARATOR}`) ? names.slice(path.length + SEPARATOR.length) : names;
  const [first, ...rest] = own.split(SEPARATOR);
  return JSON.stringify([path, ruleId, line, rest.every((name) => name === first) ? [] : rest]);
}

/** Yields what a finding stands for: its places, and those of other rules that report the same mistake. */
function* subjectsOf(found: FoundLine): Generator<Subject> {
  for (const ruleId of [found.ruleId, ...(found.sameMistake ?? [])]) yield* placesOf({ ...found, ruleId });
}

function* placesOf({ path, ruleId, line, location, places = [] }: FoundLine): Generator<Subject> {
  const isAcrossFiles = location.startsWith(`${path}${SEPARATOR}`);
  for (const at of [{ line, place: location, path }, ...places]) {
    // A place of a finding across files begins with the path of its own file.
    const [file = path, ...names] = at.place.split(SEPARATOR);
    if (isAcrossFiles) yield { path: file, ruleId, location: `line ${at.line} ${names.join(SEPARATOR)}` };
    else yield { path: at.path ?? path, ruleId, location: `line ${at.line} ${at.place}` };
  }
}

/** Path of judged findings across files, whose location begins with that of the file. */
const ACROSS = '(project)';
/** Stands for the part of a location that a list leaves out. */
const ELLIPSIS = '...';
/** Stands for folders, and for an archive in which another one is: `Templates/…/Reminder.zip`. */
const FOLDERS_LEFT_OUT = '/…/';

/** Returns a test whether a subject is the one that a list gives with a shortened path. */
function shortenedTest({ path, ruleId, location }: Subject): (subject: Subject) => boolean {
  const [start, end] = path.split(FOLDERS_LEFT_OUT) as [string, string];
  return (subject) =>
    subject.ruleId === ruleId &&
    subject.path.startsWith(`${start}/`) &&
    `${subject.path}/${subject.location}`.endsWith(`/${end}/${location}`);
}

/** Returns the same subjects without their lines, which the second list has not. */
function withoutLine({ path, ruleId, location }: Subject): readonly Subject[] {
  const names = location.replace(/^line \d+ ?/, '');
  return [
    { path, ruleId, location: names },
    { path: ACROSS, ruleId, location: `${path}${SEPARATOR}${names}` },
  ];
}

const exactKey = ({ path, ruleId, location }: Subject): string => JSON.stringify([path, ruleId, location]);

/** Begins a path of which a list gives only the hash; its locations are lines without names. */
const HASHED = 'sha1:';
const HASH_DIGITS = 12;

/** Returns a subject as lists with hashed paths write it. */
function hashedKey({ path, ruleId, location }: Subject): string {
  const digest = createHash('sha1').update(path).digest('hex').slice(0, HASH_DIGITS);
  const [line = ''] = /^line \d+/.exec(location) ?? [];
  return exactKey({ path: `${HASHED}${digest}`, ruleId, location: line });
}

/** Creates a predicate: whether a judged finding is among the found ones, or is one of their places. */
export function createMatcher(found: readonly FoundLine[]): (judged: Subject) => boolean {
  const subjects = found.flatMap((finding) => [...subjectsOf(finding)]);
  const keys = new Set(subjects.map(keyOf));
  const unlined = subjects.flatMap(withoutLine);
  const exact = new Set(unlined.map(exactKey));
  const hashed = new Set(subjects.map(hashedKey));
  return (judged) => {
    if (judged.path.startsWith(HASHED)) return hashed.has(exactKey(judged));
    if (keys.has(keyOf(judged)) || exact.has(exactKey(judged))) return true;
    if (judged.path.includes(FOLDERS_LEFT_OUT)) return unlined.some(shortenedTest(judged));
    const cut = judged.location.lastIndexOf(ELLIPSIS);
    const end = judged.location.slice(cut + ELLIPSIS.length).trim();
    return (
      cut !== -1 &&
      unlined.some(
        ({ path, ruleId, location }) =>
          path === judged.path && ruleId === judged.ruleId && location.endsWith(end),
      )
    );
  };
}
