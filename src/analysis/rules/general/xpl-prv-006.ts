/** Personal data in a file on the disk of the robot's machine. */
import { derived } from '../../model/interning/derived.ts';
import { isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { defineFlowRule } from '../define-flow-rule.ts';

/** Settings with the path of the file. */
const PATH = /^(?:inputs\.)?(?:file|filename|file name|filepath|file path|path|csvfile|files)$/i;
const ON_SERVER = /^(?:\\\\|\/\/|https?:)/i;
const DELETES = /(?:^|[./])delete/i;

const pathOf = ({ properties }: Activity): Property | undefined =>
  properties.find(({ name }) => PATH.test(name));

/** Returns whether a step deletes files. */
const deletes = (activity: Activity): boolean =>
  DELETES.test(activity.type) || DELETES.test(propertyOf(activity, 'resource.action')?.text ?? '');

/** Texts of the settings of steps that delete files. */
const deletedTexts = derived(({ activities }: Workflow): ReadonlySet<string> => {
  const deleting = activities.filter((activity) => isLive(activity) && deletes(activity));
  return new Set(deleting.flatMap(({ properties }) => properties.map(({ text }) => text)));
});

/** Returns whether the file is on a server, or gone at the end of the run. */
function isElsewhere(workflow: Workflow, activity: Activity): boolean {
  const path = pathOf(activity);
  if (path === undefined) return false;
  if (ON_SERVER.test(literalOf(path) ?? path.text)) return true;
  return deletedTexts(workflow).has(path.text);
}

export const rule = defineFlowRule('XPL-PRV-006', {
  family: 'personal',
  sinks: ['file'],
  isHarmless: ({ at }, workflow) =>
    workflow.language === 'workflow-definition' || isElsewhere(workflow, workflow.activities[at.owner]!),
  message: ({ from, to }) => `"${to.step}" writes personal data to a file: "${from.name}".`,
});
