/** A package in a version with a known defect, and an activity that suffers from it. */
import { type DefectFacts, defectFacts } from '../../facts/defect-facts.ts';
import { dependencyOf, projectFileOf } from '../../patterns/uipath/project-file.ts';
import { conditionHolds } from '../../patterns/uipath/texts/setting-check.ts';
import { isOlder } from '../../patterns/version-order.ts';
import { defineRule } from '../define-rule.ts';

/** Number of a version that project.json writes as `[22.4.4]` or `22.4.4`. */
const VERSION = /\d[\d.]*/;

function hasDefect(detail: string, { isBefore, version }: DefectFacts): boolean {
  const used = VERSION.exec(detail)?.[0];
  if (used === undefined) return false;
  return isBefore ? isOlder(used, version) : `${used}.`.startsWith(`${version}.`);
}

export const rule = defineRule('UIP-SUP-009', {
  level: 'project',
  *gather(workflow) {
    for (const [index, { types, when }] of defectFacts().entries())
      for (const activity of workflow.activities)
        if (
          types.includes(activity.type) &&
          when.every((each) => conditionHolds(workflow, activity, each) === true)
        )
          yield { at: activity, text: String(index) };
  },
  *check(subject) {
    const file = projectFileOf(subject);
    if (file === undefined) return;
    const named = new Set<string>();
    for (const { text, at, in: workflow } of subject.clues) {
      const defect = defectFacts()[Number(text)]!;
      const used = dependencyOf(file, defect.package);
      if (used === undefined || !hasDefect(used.detail, defect)) continue;
      const { consequence, fixed, severity } = defect;
      const message = `"${used.target}" ${VERSION.exec(used.detail)![0]} has a known defect that "${at.name}" meets: ${consequence}. Version ${fixed} and later do not have it.`;
      const problem = { subject: consequence, group: consequence, message, ...(severity && { severity }) };
      yield { ...problem, in: workflow, at };
      // The version in the project file is what has to change, once for all steps.
      if (!named.has(consequence)) yield { ...problem, in: file, at: used };
      named.add(consequence);
    }
  },
});
