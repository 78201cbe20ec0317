/**
 * Searches a text for many words at once, in any letter case: an Aho–Corasick automaton as one table, one step a
 * character.
 *
 * It may report false matches, but misses none: all digits count as one character, and so do all characters outside
 * ASCII that are Latin letters or near them, and all others.
 */

import { factOfNames, type Named } from '../../model/interning/name-facts.ts';
import { ANY_NON_ASCII, ANY_NON_LATIN, LONG_RUN } from '../../model/rule.ts';
import { BASE64_RUN, hasRun, hasRunOfBytes } from '../../model/runs.ts';
import type { RawText } from '../../model/workflow.ts';

/** Words of a kind of place, found in a text as a set: list `i` is bit `i & 31` of entry `i >> 5`. */
export type WordSet = Int32Array;

/** Returns whether a name counts as if it had a word of a list. */
export type NameTest = (name: string) => boolean;

export interface WordSearch {
  /** Returns an empty set. */
  none(): WordSet;
  /** Adds every list that has one of its words in the text; false when there is none. */
  find(text: string, into: WordSet): boolean;
  /** Does the same for a text that stands in a file. */
  findRaw(text: RawText, into: WordSet): boolean;
  /** Does the same for names of settings and types, which recur from file to file: results are cached. */
  findInName(name: string, into: WordSet): boolean;
  /** Does the same for a name that may have a number for its facts. */
  findInNameOf(named: Named, into: WordSet): boolean;
}

/** Returns whether a list is in a set. */
export function holds(set: WordSet, list: number): boolean {
  return (set[list >> 5]! & (1 << (list & 31))) !== 0;
}

/** Returns whether two sets have a list in common. */
export function meets(one: WordSet, other: WordSet): boolean {
  for (let k = 0; k < one.length; k += 1) if ((one[k]! & other[k]!) !== 0) return true;
  return false;
}

/** Adds a list. */
export function add(set: WordSet, list: number): void {
  set[list >> 5]! |= 1 << (list & 31);
}

/** Adds the lists of another set. */
export function addAll(to: WordSet, from: WordSet): void {
  for (let k = 0; k < to.length; k += 1) to[k]! |= from[k]!;
}

/** Removes a list. */
function remove(set: WordSet, list: number): void {
  set[list >> 5]! &= ~(1 << (list & 31));
}

/** Removes every list. */
export function empty(set: WordSet): void {
  for (let k = 0; k < set.length; k += 1) set[k] = 0;
}

/** Minimum length of a `LONG_RUN`. */
const RUN_CHARACTERS = 40;

const ASCII = 128;
/** First UTF-8 byte of the Latin letters outside ASCII and, below, of all characters behind them. */
const LATIN_LEAD = 0xc0;
const OTHER_LEAD = 0xcd;
/** The first character behind them. */
const OTHER = 0x340;

/**
 * Classes of equal characters, by their first byte; 0: in no word. Continuation bytes are a class of their own, the
 * last one: they belong to a character that has been counted.
 */
interface Alphabet {
  readonly classes: Uint8Array;
  /** Classes by character up to the first one behind the Latin letters, which stands for all behind it. */
  readonly unitClasses: Uint8Array;
  readonly size: number;
}

/** A word as the first bytes of its characters, each with its equivalents. */
type Spelling = readonly (readonly number[])[];

function bytesOf(character: string): readonly number[] {
  if (character === ANY_NON_ASCII) return [LATIN_LEAD, OTHER_LEAD];
  if (character === ANY_NON_LATIN) return [OTHER_LEAD];
  const code = character.codePointAt(0)!;
  if (code < ASCII) return [code];
  return [code < OTHER ? LATIN_LEAD : OTHER_LEAD];
}

const spelling = (word: string): Spelling => Array.from(word.toLowerCase().replace(/\d/g, '0'), bytesOf);

function alphabetOf(spellings: readonly Spelling[]): Alphabet {
  const classes = new Uint8Array(256);
  let size = 1;
  for (const byte of new Set(spellings.flat(2))) {
    const character = String.fromCharCode(byte);
    if (byte === LATIN_LEAD) classes.fill(size, LATIN_LEAD, OTHER_LEAD);
    else if (byte === OTHER_LEAD) classes.fill(size, OTHER_LEAD);
    else for (const letter of [character, character.toUpperCase()]) classes[letter.charCodeAt(0)] = size;
    if (character === '0') classes.fill(size, 48, 58);
    size += 1;
  }
  const unitClasses = new Uint8Array(OTHER + 1);
  unitClasses.set(classes.subarray(0, ASCII));
  unitClasses.fill(classes[LATIN_LEAD]!, ASCII, OTHER);
  unitClasses[OTHER] = classes[OTHER_LEAD]!;
  classes.fill(size, ASCII, LATIN_LEAD);
  return { classes, unitClasses, size: size + 1 };
}

/** A state while the automaton is built. */
interface State {
  readonly next: Map<number, State>;
  readonly lists: Set<number>;
  fallback: State | undefined;
}

const newState = (): State => ({ next: new Map(), lists: new Set(), fallback: undefined });

function stepFrom(state: State, symbol: number): State {
  const next = state.next.get(symbol) ?? newState();
  state.next.set(symbol, next);
  return next;
}

/** Builds the trie of the words, every state with its fallback state; in an order where that one comes earlier. */
function growTree(lists: readonly (readonly Spelling[])[], classes: Uint8Array): State[] {
  const root = newState();
  lists.forEach((words, list) => {
    for (const word of words) {
      let ends = [root];
      for (const bytes of word)
        ends = ends.flatMap((state) => bytes.map((byte) => stepFrom(state, classes[byte]!)));
      for (const end of ends) end.lists.add(list);
    }
  });
  const states = [root];
  for (const state of states) {
    for (const [symbol, next] of state.next) {
      let up = state.fallback;
      while (up !== undefined && !up.next.has(symbol)) up = up.fallback;
      next.fallback = up?.next.get(symbol) ?? root;
      for (const list of next.fallback.lists) next.lists.add(list);
      states.push(next);
    }
  }
  return states;
}

const isDigit = (code: number): boolean => code >= 48 && code <= 57;

/**
 * Creates the search for lists of words in lower case.
 * @param lists each with at least one word, none of them empty
 * @param ofNames by number of a list: predicate for names in place of its words
 */
export function createWordSearch(
  lists: readonly (readonly string[])[],
  ofNames: ReadonlyMap<number, NameTest> = new Map(),
): WordSearch {
  const spellings = lists.map((words) => words.filter((word) => word !== LONG_RUN).map(spelling));
  const { classes, unitClasses, size } = alphabetOf(spellings.flat());
  const blankClasses = classes.slice();
  blankClasses['_'.charCodeAt(0)] = classes[' '.charCodeAt(0)]!;
  const length = (lists.length + 31) >> 5;
  const silent: State[] = [];
  const matching: State[] = [];
  const states = growTree(spellings, classes);
  for (const state of states) (state.lists.size === 0 ? silent : matching).push(state);
  // States with matches come last, so that one comparison detects them.
  const ordered = [...silent, ...matching];
  const numbers = new Map(ordered.map((state, i) => [state, i * size] as const));
  // Half the memory where that is enough: the table is used for each character of a file, and more of it stays in the
  // cache.
  const table = new (ordered.length * size <= 0x10000 ? Uint16Array : Int32Array)(ordered.length * size);
  const sets = new Int32Array(matching.length * length);
  matching.forEach(({ lists: found }, i) => {
    for (const list of found) add(sets.subarray(i * length, (i + 1) * length), list);
  });
  // In the order of growth, as a missing step is that of the fallback state.
  for (const state of states) {
    const row = numbers.get(state)!;
    const fallback = state.fallback === undefined ? row : numbers.get(state.fallback)!;
    for (let symbol = 0; symbol < size; symbol += 1) {
      const next = state.next.get(symbol);
      table[row + symbol] =
        next !== undefined ? numbers.get(next)! : state.fallback ? table[fallback + symbol]! : 0;
    }
    table[row + size - 1] = row;
  }
  const firstMatching = silent.length * size;

  const inRuns = new Int32Array(length);
  lists.forEach((words, list) => {
    if (words.includes(LONG_RUN)) add(inRuns, list);
  });
  const wantsRuns = lists.some((words) => words.includes(LONG_RUN));
  const nothing: WordSet = new Int32Array(length);
  const inName: WordSet = new Int32Array(length);
  const wordsOfName = factOfNames((name): WordSet => {
    lookAtName(name);
    return inName.some((word) => word !== 0) ? inName.slice() : nothing;
  });

  function addSets(state: number, into: WordSet): true {
    const from = ((state - firstMatching) / size) * length;
    for (let k = 0; k < length; k += 1) into[k]! |= sets[from + k]!;
    return true;
  }
  function addRun(into: WordSet): true {
    addAll(into, inRuns);
    return true;
  }

  function find(text: string, into: WordSet): boolean {
    let isFound = false;
    let state = 0;
    for (let i = 0; i < text.length; i += 1) {
      const code = text.charCodeAt(i);
      state = table[state + unitClasses[code < OTHER ? code : OTHER]!]!;
      if (state >= firstMatching) isFound = addSets(state, into);
    }
    if (wantsRuns && text.length >= RUN_CHARACTERS && hasRun(text, BASE64_RUN, RUN_CHARACTERS))
      return addRun(into);
    return isFound;
  }

  function findRaw({ bytes, start, end, hasBlanks }: RawText, into: WordSet): boolean {
    const own = hasBlanks === true ? blankClasses : classes;
    let isFound = false;
    let state = 0;
    for (let i = start; i < end; i += 1) {
      state = table[state + own[bytes[i]!]!]!;
      if (state >= firstMatching) isFound = addSets(state, into);
    }
    if (
      wantsRuns &&
      end - start >= RUN_CHARACTERS &&
      hasRunOfBytes(bytes, start, end, BASE64_RUN, RUN_CHARACTERS)
    )
      return addRun(into);
    return isFound;
  }

  function lookAtName(name: string): void {
    empty(inName);
    find(name, inName);
    for (const [list, test] of ofNames) {
      remove(inName, list);
      if (test(name)) add(inName, list);
    }
  }
  function addName(named: Named, into: WordSet): boolean {
    const found = wordsOfName(named);
    if (found === nothing) return false;
    addAll(into, found);
    return true;
  }

  function findInName(name: string, into: WordSet): boolean {
    // A place in a list has a number at its end, and seldom recurs.
    return isDigit(name.charCodeAt(name.length - 1)) ? find(name, into) : addName({ name }, into);
  }

  return {
    none: () => new Int32Array(length),
    find,
    findRaw,
    findInName,
    findInNameOf: (named, into) =>
      named.nameId === undefined ? findInName(named.name, into) : addName(named, into),
  };
}
