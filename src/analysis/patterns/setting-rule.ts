/** Parts that rules about one setting of activities share. */
import type { Problem, RuleDefinition, Words } from '../model/rule.ts';
import type { Options } from '../model/rule-option.ts';
import type { Activity } from '../model/workflow.ts';

/** A setting with its activity. */
interface Setting {
  readonly activity: Activity;
  /** Its fixed text, or the source of its expression. */
  readonly text: string;
}

interface SettingRule<O extends Options> {
  /** Words in lower case, of which every setting with the problem has one. */
  readonly words: Words<O>;
  /** Whole names of the settings. */
  readonly named: RegExp;
  /** Returns the problem of a setting, if it has one. */
  problem(setting: Setting, options: O): (Partial<Problem> & Pick<Problem, 'message'>) | undefined;
}

/** Returns the level, words and check of a rule about settings of a name. */
export function settingRule<O extends Options>({
  words,
  named,
  problem,
}: SettingRule<O>): Pick<RuleDefinition<'assignment', O>, 'level' | 'words' | 'partsIn' | 'check'> {
  return {
    level: 'assignment',
    words,
    partsIn: () => false,
    *check({ at, text }, { workflow, options }) {
      const activity = workflow.activities[at.owner];
      if (activity === undefined || !named.test(at.name)) return;
      const found = problem({ activity, text: (text ?? at.text).trim() }, options);
      if (found !== undefined) yield { at, subject: at.name, ...found };
    },
  };
}
