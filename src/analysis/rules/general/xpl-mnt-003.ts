/** A mark of work that its author left for later. */
import { isAnchorLive } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Anchor, Note, Workflow } from '../../model/workflow.ts';
import { runsCode } from '../../patterns/operation.ts';
import { defineRule } from '../define-rule.ts';

/** In capitals, as "todo" is a word of Spanish and Portuguese; at the beginning, as flows fill lists of TODO tasks. */
const MARK =
  /(?<![\p{L}\d])(?:FIXME|TBD|(?<=(?:^|\n)[^\p{L}\d\n]{0,9})TODO(?! (?:lists?|tasks?|items?|apps?)\b)|TODO(?=:))(?![\p{L}\d])/u;
const LABEL = /^\s{0,20}(?:to[- ]?do|fixme|tbd):/im;
/** The same behind the beginning of a comment, in code of any language. */
const IN_CODE = /(?:\/\/|\/\*|'|#|--|<!--)\s{0,5}(TODO|FIXME|TBD)(?![\p{L}\d])/u;

/** Returns the mark in a text that people write. */
function markIn(text: string): string | undefined {
  return (MARK.exec(text) ?? LABEL.exec(text))?.[0].trim().replace(/:$/, '');
}

const WORDS: Readonly<Record<Note['kind'], string>> = {
  annotation: 'description',
  comment: 'comment',
  code: 'code',
};

/** Yields the places with marks: names of steps, notes, and comments in code. */
function* marked(workflow: Workflow): Generator<readonly [at: Anchor, mark: string, where: string]> {
  for (const step of workflow.activities) {
    const inName = markIn(step.name);
    if (inName !== undefined) yield [step, inName, 'name'];
    if (!runsCode(step)) continue;
    for (const property of step.properties) {
      const [, inCode] = IN_CODE.exec(property.text) ?? [];
      if (inCode !== undefined) yield [property, inCode, 'code'];
    }
  }
  for (const note of workflow.notes) {
    const mark = note.kind === 'code' ? IN_CODE.exec(note.text)?.[1] : markIn(note.text);
    if (mark !== undefined) yield [note, mark, WORDS[note.kind]];
  }
}

export const rule = defineRule('XPL-MNT-003', {
  level: 'workflow',
  words: ['todo', 'to do', 'to-do', 'fixme', 'tbd'],
  *check(workflow): Generator<Problem> {
    const seen = new Set<string>();
    for (const [at, mark, where] of marked(workflow)) {
      const step = workflow.activities[at.owner]?.name ?? workflow.name;
      const key = `${at.owner} ${where}`;
      // The name of a step often is the first line of its comment.
      if (!isAnchorLive(workflow, at) || seen.has(key)) continue;
      seen.add(key);
      yield { at, subject: `${mark} ${where}`, message: `"${step}" has an open "${mark}" in its ${where}.` };
    }
  },
});
