/** Settings of an activity that exclude or need each other. */

import type { Condition } from '../../facts/setting-facts.ts';
import { settingFacts } from '../../facts/setting-facts.ts';
import type { Problem } from '../../model/rule.ts';
import { projectFileOf } from '../../patterns/uipath/project-file.ts';
import { brokenSetting, meetsInProject } from '../../patterns/uipath/texts/setting-check.ts';
import { defineRule } from '../define-rule.ts';

/** Data of a clue: the problem without its place, and what project.json has to say. */
interface Found {
  readonly problem: Omit<Problem, 'at'>;
  readonly inProject: readonly Condition[];
}

export const rule = defineRule('UIP-REL-031', {
  level: 'project',
  isEnoughAlone: true,
  *gather(workflow) {
    for (const activity of workflow.activities)
      for (const facts of settingFacts().get(activity.type) ?? []) {
        const broken = brokenSetting(workflow, activity, facts);
        if (broken === undefined) continue;
        const { severity, consequence } = facts;
        const problem = {
          message: `"${activity.name}" sets ${broken.sets}: ${consequence}.`,
          subject: facts.when.map(({ name }) => name).join(' '),
          ...(severity && { severity }),
        };
        const found: Found = { problem, inProject: broken.inProject };
        yield { at: broken.at ?? activity, data: found };
      }
  },
  *check(subject) {
    const settings = projectFileOf(subject)?.settings;
    for (const { at, data, in: workflow } of subject.clues) {
      const { problem, inProject } = data as Found;
      if (meetsInProject(inProject, settings)) yield { ...problem, in: workflow, at };
    }
  },
});
