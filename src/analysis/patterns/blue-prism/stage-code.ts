/** Program code in a Blue Prism process: Code stages, and the global code of objects. */

import { derived } from '../../model/interning/derived.ts';
import { isLive, propertyOf } from '../../model/navigate.ts';
import type { Text } from '../../model/text.ts';
import type { Expression, Note, Property, Workflow } from '../../model/workflow.ts';
import { compactCode } from '../code/compact-code.ts';
import { scriptTokens } from '../scripts/script-tokens.ts';
import { stagesOf } from './stages.ts';

/** One piece of code. */
export interface CodePart {
  /** Holder of the code as the author wrote it, with comments. */
  readonly at: Property | Note;
  /** Title for messages: `The code of "Read Rows"`. */
  readonly title: string;
}

/** Pieces of code by their positions. */
const partsByPlace = derived((workflow: Workflow): ReadonlyMap<number, CodePart> => {
  const parts = new Map<number, CodePart>();
  for (const activity of stagesOf(workflow, 'Code')) {
    const at = propertyOf(activity, 'code');
    if (at === undefined || !isLive(activity)) continue;
    parts.set(at.at, { at, title: `The code of "${activity.name}"` });
  }
  for (const at of workflow.notes) if (at.kind === 'code') parts.set(at.at, { at, title: 'The global code' });
  return parts;
});

/** Yields every piece of code that can run and has the keyword anywhere, comments included. Cheaper than its tree. */
export function* codeWith(workflow: Workflow, keyword: RegExp): Generator<CodePart> {
  for (const part of partsByPlace(workflow).values()) if (keyword.test(part.at.text)) yield part;
}

/** Returns the piece of code behind a text; undefined for every other text. */
export function codePartOf(workflow: Workflow, { at }: Text): CodePart | undefined {
  return partsByPlace(workflow).get(at);
}

/** Returns a piece of code with its tree; undefined for a language without a parser. */
export function treeCode({ at }: CodePart): Expression | undefined {
  return 'direction' in at ? at.expression : at.code;
}

/** Returns a piece of code in its compact form. */
export function compactPart(part: CodePart): string {
  return compactCode(treeCode(part)?.tokens ?? scriptTokens(part.at.text, 'python'));
}
