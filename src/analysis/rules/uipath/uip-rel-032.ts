/** A setting whose value the property does not take. */

import { uipathActivities } from '../../facts/activity-facts.ts';
import type { PackageFacts } from '../../facts/package-facts.ts';
import { literalOf } from '../../model/navigate.ts';
import type { WorkflowFacts } from '../../model/project.ts';
import type { Activity, Property } from '../../model/workflow.ts';
import { dependencyOf, projectFileOf } from '../../patterns/uipath/project-file.ts';
import { LEGAL_TEXTS } from '../../patterns/uipath/texts/legal-texts.ts';
import { wrongTexts } from '../../patterns/uipath/texts/wrong-texts.ts';
import { defineRule } from '../define-rule.ts';

/** Data of a clue: the sentence, and the package whose version decides. */
interface Found {
  readonly message: string;
  readonly package?: Pick<PackageFacts, 'name' | 'version'>;
}

/** Number, sign or text that enumerations are read from beside names of members. */
const NO_NAME = /^\s*-?\d+\s*$|^\s*$/;

/** Yields the settings of an enumeration type whose literal is none of its members. */
function* unknownMembers(activity: Activity): Generator<readonly [Property, Found]> {
  const documented = uipathActivities().get(activity.type);
  // Two packages with a type of one name: the file does not show which one it is.
  if (documented?.length !== 1) return;
  const [{ package: from, properties }] = documented as [(typeof documented)[0]];
  for (const { name, members } of properties) {
    if (members === undefined) continue;
    const setting = activity.properties.find((property) => property.name === name);
    const text = literalOf(setting);
    if (setting === undefined || text === undefined || NO_NAME.test(text)) continue;
    const known = new Set(members.map((member) => member.toLowerCase()));
    if (text.split(',').every((part) => known.has(part.trim().toLowerCase()))) continue;
    const message = `"${activity.name}": "${name}" is "${text}", which is none of ${members.join(', ')}.`;
    yield [setting, { message, package: { name: from.name, version: from.version } }];
  }
}

/** Returns whether a project uses the documented version of a package. */
function isDocumented(
  project: WorkflowFacts | undefined,
  { name, version }: NonNullable<Found['package']>,
): boolean {
  const used = project && dependencyOf(project, name);
  const [, major] = /^\[?(\d+)\./.exec(used?.detail ?? '') ?? [];
  return major !== undefined && Number(major) === Number.parseInt(version, 10);
}

export const rule = defineRule('UIP-REL-032', {
  level: 'project',
  isEnoughAlone: true,
  *gather(workflow) {
    for (const activity of workflow.activities) {
      for (const { setting, objection } of wrongTexts(workflow, activity, LEGAL_TEXTS)) {
        const found: Found = { message: `"${activity.name}": "${setting.name}" ${objection}.` };
        yield { at: setting, data: found };
      }
      for (const [setting, found] of unknownMembers(activity)) yield { at: setting, data: found };
    }
  },
  *check(subject) {
    const project = projectFileOf(subject);
    for (const { at, data, in: workflow } of subject.clues) {
      const found = data as Found;
      if (found.package !== undefined && !isDocumented(project, found.package)) continue;
      yield { in: workflow, at, subject: at.name, message: found.message };
    }
  },
});
