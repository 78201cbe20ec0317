/**
 * Parser of CODEOWNERS files in the grammars of GitHub and GitLab.
 * @see https://docs.github.com/en/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/about-code-owners#codeowners-syntax
 * @see https://docs.gitlab.com/user/project/codeowners/reference/
 */
import type { CodeOwnersGrammar } from '../../../contract/team.ts';
import { FIELD_LIMITS } from '../../../gen/contract/field-limits.ts';

/** Longest pattern and longest owner that are read; teams have none that are longer. */
const PATTERN_MAX = FIELD_LIMITS['TeamPattern.path'].maxLength;
const OWNER_MAX = FIELD_LIMITS['Team.handles'].maxLength;

/** One line: a pattern and its owners. */
export interface CodeOwnersRule {
  readonly pattern: string;
  /** Names as written; none: the pattern has no owner. */
  readonly owners: readonly string[];
  /** GitLab: the section has no owner for what matches; later lines change nothing. */
  readonly isExclusion: boolean;
}

/** Lines that are judged by themselves; GitHub has one. */
export interface CodeOwnersSection {
  /** Empty before the first header. */
  readonly name: string;
  readonly rules: readonly CodeOwnersRule[];
}

/** A file as read. */
export interface CodeOwnersFile {
  readonly sections: readonly CodeOwnersSection[];
  readonly patternCount: number;
  /** Lines that the grammar does not have. The forges leave them out too. */
  readonly skippedLines: number;
}

/** Section under construction. */
interface OpenSection {
  readonly name: string;
  readonly defaults: readonly string[];
  readonly rules: CodeOwnersRule[];
}

/** Reads a file. Its time is linear in the length of the text. */
export function parseCodeOwners(text: string, grammar: CodeOwnersGrammar): CodeOwnersFile {
  const isGitLab = grammar === 'gitlab';
  let section: OpenSection = { name: '', defaults: [], rules: [] };
  const sections = new Map([['', section]]);
  let patternCount = 0;
  let skippedLines = 0;
  for (const written of text.split('\n')) {
    const line = written.trim();
    if (line === '' || line.startsWith('#')) continue;
    const header = isGitLab ? readHeader(line) : undefined;
    if (header !== undefined) {
      const key = header.name.toLowerCase();
      // Sections of one name are one; each header has its own default.
      const rules = sections.get(key)?.rules ?? [];
      section = { ...header, rules };
      if (!sections.has(key)) sections.set(key, section);
      continue;
    }
    const rule = readRule(line, section.defaults, isGitLab);
    if (rule === undefined) {
      skippedLines += 1;
      continue;
    }
    patternCount += 1;
    section.rules.push(rule);
  }
  return {
    sections: [...sections.values()].map(({ name, rules }) => ({ name, rules })),
    patternCount,
    skippedLines,
  };
}

/** Reads `[Name]`, `^[Name]`, `[Name][2]` and default owners behind them; undefined: the line is no header. */
function readHeader(line: string): Pick<OpenSection, 'name' | 'defaults'> | undefined {
  const start = line.startsWith('^[') ? 2 : line.startsWith('[') ? 1 : 0;
  const end = line.indexOf(']', start);
  if (start === 0 || end < 0) return undefined;
  const name = line.slice(start, end).trim();
  if (name === '') return undefined;
  let after = end + 1;
  if (line[after] === '[') {
    const close = line.indexOf(']', after);
    if (close < 0 || !isCount(line.slice(after + 1, close))) return undefined;
    after = close + 1;
  }
  const rest = line.slice(after);
  if (rest !== '' && rest.trimStart() === rest) return undefined;
  return { name, defaults: ownersIn(wordsOf(rest)) };
}

function isCount(text: string): boolean {
  return text !== '' && text.length <= 4 && [...text].every((digit) => digit >= '0' && digit <= '9');
}

/** Reads a pattern with its owners; undefined: the grammar has no such line. */
function readRule(line: string, defaults: readonly string[], isGitLab: boolean): CodeOwnersRule | undefined {
  const [first, ...rest] = wordsOf(line) as [string, ...string[]];
  const isNegated = first.startsWith('!');
  const pattern = unescaped(isNegated ? first.slice(1) : first);
  if (pattern === '' || pattern.length > PATTERN_MAX || first.includes('[') || first.includes(']'))
    return undefined;
  if (!isGitLab) {
    // GitHub has neither negation nor an escaped number sign, and leaves a line with a wrong owner out.
    if (isNegated || first.startsWith('\\#')) return undefined;
    const owners = ownersIn(rest);
    const comment = rest.findIndex((word) => word.startsWith('#'));
    const isSound = owners.length === (comment < 0 ? rest.length : comment);
    return isSound ? { pattern, owners, isExclusion: false } : undefined;
  }
  if (isNegated) return { pattern, owners: [], isExclusion: true };
  const owners = ownersIn(rest);
  return { pattern, owners: owners.length === 0 ? defaults : owners, isExclusion: false };
}

/** Splits at white space; a backslash keeps the character behind it. */
function wordsOf(line: string): readonly string[] {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at <= line.length; at += 1) {
    const isSpace = at === line.length || line[at] === ' ' || line[at] === '\t' || line[at] === '\r';
    if (isSpace) {
      if (start >= 0) words.push(line.slice(start, at));
      start = -1;
      continue;
    }
    if (start < 0) start = at;
    if (line[at] === '\\') at += 1;
  }
  if (start >= 0) words.push(line.slice(start));
  return words;
}

function unescaped(word: string): string {
  return word.replace(/\\([ #\t\\!])/g, '$1');
}

/** Returns the owners before a comment: `@name`, `@group/name`, `@@role` or an e-mail address. */
function ownersIn(words: readonly string[]): readonly string[] {
  const comment = words.findIndex((word) => word.startsWith('#'));
  const before = comment < 0 ? words : words.slice(0, comment);
  return before.filter((word) => {
    const at = word.indexOf('@');
    return at >= 0 && at < word.length - 1 && word.length <= OWNER_MAX;
  });
}
