/** A mark of work that its author left for later. */
import { isAnchorLive } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Anchor, Note, Workflow } from '../../model/workflow.ts';
import { runsCode } from '../../patterns/operation.ts';
import { defineRule } from '../define-rule.ts';

/**
 * In capitals, as "todo" is a word of Spanish and Portuguese; at the beginning, as flows fill lists of TODO tasks. TBD is a
 * value of business too: in the middle of a text it counts in brackets alone.
 */
const MARK =
  /(?<![\p{L}\d])(?:FIXME|(?<=(?:^|\n)[^\p{L}\d\n]{0,9}|[[(])TBD|(?<=(?:^|\n)[^\p{L}\d\n]{0,9})TODO(?! (?:lists?|tasks?|items?|apps?)\b)|(?:TODO|TBD)(?=:))(?![\p{L}\d])/u;
/** Texts all in capitals where TODO means "all". */
const MEANS_ALL =
  /^TODO (?:el|la|lo|los|las|o|os|est[aeo]|ess[ae]|isso|isto|bien|bem|corr?ecto|correto|ok|listo|es|en|em|que|su|seu|un|um|mundo|proces+o|archivo|arquivo)(?![\p{L}\d-])/iu;
const LABEL = /^\s{0,20}(?:to[- ]?do|fixme|tbd):/im;
/** The same behind the beginning of a comment, in code of any language; in quotation marks it is a value. */
const IN_CODE =
  /(?:\/\/|\/\*|--|<!--|(?<![\w"'`])#|(?<=(?:^|\n)[ \t]{0,40})'|(?<=\s)'(?= ))\s{0,5}(TODO|FIXME|TBD)(?![\p{L}\d'])/u;

/** Returns the mark in a text that people write. */
function markIn(text: string): string | undefined {
  const mark = MARK.exec(text);
  if (mark !== null && !MEANS_ALL.test(text.slice(mark.index, mark.index + 20))) return mark[0].trim();
  return LABEL.exec(text)?.[0].trim().replace(/:$/, '');
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
