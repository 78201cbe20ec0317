/** A fix: how the findings of a rule are mended in the file. */
import type { Finding } from '../model/finding.ts';
import type { Workflow } from '../model/workflow.ts';
import type { Edits } from './edits/edit.ts';
import type { DocumentPlace, JsonPlace, ScriptPlace, XmlPlace } from './place.ts';

/** Finding as a fix sees it. */
export interface Target {
  /** The rest of the finding's place, without its file. */
  readonly finding: Pick<Finding, 'subject' | 'location'>;
  /** Workflows of the file. */
  readonly workflows: readonly Workflow[];
  /** Places of all findings of the rule in the file, but for waived ones. */
  readonly places: () => readonly DocumentPlace[];
}

/** Repair of the findings of one rule. */
export interface Fix {
  /** Id of the rule. */
  readonly rule: string;
  /** Sentence about what it does. */
  readonly does: string;
  /** Sentence about what changes in runs; absent: it is safe, as a run that succeeds today is the same afterwards. */
  readonly consequence?: string;
  /** Effect on the control flow; absent: it stays, but for steps that are taken away and did nothing. */
  readonly flow?: 'changes';
  /** Ids of rules whose findings at the same step end with it. */
  readonly alsoEnds?: readonly string[];
  readonly xml?: (place: XmlPlace, target: Target) => Edits;
  readonly json?: (place: JsonPlace, target: Target) => Edits;
  readonly script?: (place: ScriptPlace, target: Target) => Edits;
}

/** Returns the edits of a fix at a place, or a sentence why there are none. */
export function editsAt(fix: Fix, place: DocumentPlace, target: Target): Edits {
  const none = 'The fix does not know this kind of file.';
  if (place.syntax === 'xml') return fix.xml?.(place, target) ?? none;
  if (place.syntax === 'json') return fix.json?.(place, target) ?? none;
  const edits = fix.script?.(place, target) ?? none;
  return typeof edits === 'string' || place.embed === undefined ? edits : edits.map(place.embed);
}
