/** Search in the documentation: sections that have all words, the best first. */

/** A section of a page. */
export interface Section {
  /** Address below `/docs`, with its anchor. */
  readonly address: string;
  readonly page: string;
  /** '' for the beginning of a page. */
  readonly heading: string;
  readonly text: string;
}

/** A section that was found. */
export interface Hit extends Pick<Section, 'address' | 'page' | 'heading'> {
  /** Text around the first word. */
  readonly excerpt: string;
}

/** Bounds of a search, which has no rate limit. */
export const SEARCH_LIMITS = { queryCharacters: 100, words: 6, hits: 30, excerptCharacters: 200 } as const;

/** Points for a word in the title of the page, in the heading, and for each time in the text. */
const POINTS = { page: 8, heading: 6, text: 1, textMax: 4 } as const;

interface Indexed extends Section {
  readonly lowPage: string;
  readonly lowHeading: string;
  readonly lowText: string;
}

/** Returns the words of a query in lower case. */
export function wordsOfQuery(query: string): readonly string[] {
  const words = query
    .slice(0, SEARCH_LIMITS.queryCharacters)
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter((word) => word.length > 1);
  return [...new Set(words)].slice(0, SEARCH_LIMITS.words);
}

/** Counts a word in a text, up to a number. */
function countOf(text: string, word: string, most: number): number {
  let count = 0;
  for (let at = text.indexOf(word); at !== -1 && count < most; at = text.indexOf(word, at + word.length))
    count += 1;
  return count;
}

/** Returns the points of a section; 0 if it lacks a word. */
function pointsOf({ lowPage, lowHeading, lowText }: Indexed, words: readonly string[]): number {
  let points = 0;
  for (const word of words) {
    const own =
      (lowPage.includes(word) ? POINTS.page : 0) +
      (lowHeading.includes(word) ? POINTS.heading : 0) +
      POINTS.text * countOf(lowText, word, POINTS.textMax);
    if (own === 0) return 0;
    points += own;
  }
  return points;
}

function excerptOf({ text, lowText }: Indexed, words: readonly string[]): string {
  const places = words.map((word) => lowText.indexOf(word)).filter((place) => place !== -1);
  const start = Math.max(0, Math.min(...places, text.length) - SEARCH_LIMITS.excerptCharacters / 4);
  const from = places.length === 0 ? 0 : start;
  const excerpt = text.slice(from, from + SEARCH_LIMITS.excerptCharacters).toWellFormed();
  return `${from > 0 ? '…' : ''}${excerpt.trim()}${from + SEARCH_LIMITS.excerptCharacters < text.length ? '…' : ''}`;
}

/** Search over sections. */
export type Search = (query: string) => readonly Hit[];

/** Creates a search; equal points keep the order of the sections. */
export function createSearch(sections: readonly Section[]): Search {
  const indexed = sections.map((section): Indexed => {
    // Some letters have another length in lower case: then an excerpt begins a little beside its word.
    const { page, heading, text } = section;
    return {
      ...section,
      lowPage: page.toLowerCase(),
      lowHeading: heading.toLowerCase(),
      lowText: text.toLowerCase(),
    };
  });
  return (query) => {
    const words = wordsOfQuery(query);
    if (words.length === 0) return [];
    return indexed
      .map((section) => ({ section, points: pointsOf(section, words) }))
      .filter(({ points }) => points > 0)
      .sort((a, b) => b.points - a.points)
      .slice(0, SEARCH_LIMITS.hits)
      .map(({ section }) => {
        const { address, page, heading } = section;
        return { address, page, heading, excerpt: excerptOf(section, words) };
      });
  };
}
