/** Program code in a Blue Prism process: Code stages, and the global code of objects. */

import { derived } from '../../model/interning/derived.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Text } from '../../model/text.ts';
import type { Anchor, Token, Workflow } from '../../model/workflow.ts';
import { type CodeLanguage, codeTokens } from '../code/code-tokens.ts';
import { stagesOf } from './stages.ts';

/** One piece of code. */
export interface CodePart {
  /** Anchor of the code. */
  readonly at: Anchor;
  /** Code as the author wrote it, with comments. */
  readonly text: string;
  /** Title for messages: `The code of "Read Rows"`. */
  readonly title: string;
}

/** Returns the language of an object's code, as its settings name it. */
export function codeLanguageOf(workflow: Workflow): CodeLanguage {
  const language = workflow.settings.get('language');
  return language === 'csharp' || language === 'python' ? language : 'visualbasic';
}

/** Returns every piece of code that can run. */
const codeParts = derived((workflow: Workflow): readonly CodePart[] => {
  const parts: CodePart[] = [];
  for (const activity of stagesOf(workflow, 'Code')) {
    const code = isLive(activity) ? propertyOf(activity, 'code') : undefined;
    if (code !== undefined)
      parts.push({ at: code, text: code.text, title: `The code of "${activity.name}"` });
  }
  for (const note of workflow.notes)
    if (note.kind === 'code') parts.push({ at: note, text: note.text, title: 'The global code' });
  return parts;
});

/** Returns every live piece of code that has the keyword anywhere, comments included. Cheaper than the lexer. */
export function codeWith(workflow: Workflow, keyword: RegExp): readonly CodePart[] {
  return codeParts(workflow).filter(({ text }) => keyword.test(text));
}

/** Returns the piece of code behind a text; undefined for every other text. */
export function codePartOf(workflow: Workflow, text: Text): CodePart | undefined {
  if (text.kind === 'code') return { at: text, text: text.text, title: 'The global code' };
  const activity = workflow.activities[text.owner];
  if (activity?.type !== 'Code' || propertyOf(activity, 'code')?.at !== text.at) return undefined;
  return { at: text, text: text.text, title: `The code of "${activity.name}"` };
}

/** Joins tokens into code without comments, with a space only between words, so that one pattern fits every layout. */
export function compactCode(tokens: readonly Token[]): string {
  let code = '';
  let afterWord = false;
  for (const { kind, text } of tokens) {
    const isWord = kind === 'name' || kind === 'number';
    if (afterWord && isWord) code += ' ';
    code += kind === 'string' ? `"${text}"` : text;
    afterWord = isWord;
  }
  return code;
}

/** Tokens by the position of the code, shared by several rules. */
const tokensByPlace = derived((_workflow: Workflow) => new Map<number, readonly Token[]>());

/** Returns the tokens of a piece of code. */
export function partTokens(
  workflow: Workflow,
  { at, text }: Pick<CodePart, 'at' | 'text'>,
): readonly Token[] {
  const known = tokensByPlace(workflow);
  const tokens = known.get(at.at) ?? codeTokens(text, codeLanguageOf(workflow));
  known.set(at.at, tokens);
  return tokens;
}

/** Returns a piece of code in its compact form. */
export function compactPart(workflow: Workflow, part: CodePart): string {
  return compactCode(partTokens(workflow, part));
}
