/** Families of data that is followed, and marks of what has been done with a value on its way. */

/** From the data that costs most when it gets out. Of a download, what is followed is the path of its file. */
export const FAMILIES = ['secret', 'personal', 'untrusted', 'download'] as const;
export type Family = (typeof FAMILIES)[number];

/**
 * Marks of a value, as bits. A mark says that the value is safe for some sinks. Where two ways meet, only marks of both
 * remain.
 */
export const MARK = {
  /** In a protected type, such as SecureString: a log or a joined text shows nothing of it. */
  sealed: 1,
  /** Stands behind the host of an address. */
  behindHost: 2,
  /** Stands behind a fixed folder of a path, and has no `..` of its own. */
  behindRoot: 4,
  /** Encoded for an address. */
  urlEncoded: 8,
  /** Encoded for HTML. */
  htmlEncoded: 16,
  /** With its quotation marks doubled. */
  quotesDoubled: 32,
  /** It is not certain that the value comes this way. */
  possible: 64,
} as const;

/**
 * A set of marks. Data that comes from another file has marks that are not known here: `HELD` stands for all of them, and
 * those that are left at the end of a way apply there too.
 */
export type Marks = number;

const HELD_SHIFT = 8;
const OWN = (1 << HELD_SHIFT) - 1;

/** Marks of data with any marks from another file. */
export const HELD: Marks = OWN << HELD_SHIFT;

/** Returns the marks without some of them. */
export const withoutMarks = (marks: Marks, ended: Marks): Marks => marks & ~(ended | (ended << HELD_SHIFT));

/** Returns the marks at the end of a way, of data that came to its beginning with some marks. */
export const marksBehind = (way: Marks, before: Marks): Marks =>
  (way & OWN) | ((way >> HELD_SHIFT) & before & OWN) | (way & before & HELD);
