/** A recorded step that has lost the object on the screen that it works with. */

import type { Activity, Workflow } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** Activities of UiPath that need a target; others, such as those that press keys, work without one. */
const UIPATH = ['NClick', 'NGetText', 'NCheck', 'NSelectItem', 'NHover'];
const BLUE_PRISM = ['Navigate', 'Read', 'Write', 'WaitStart'];
const CAPTURE = 'Recorder/capture';
const TARGET = /^(?:target|inuielement|uiobject)(?:\.|$)/i;
/** Blue Prism has the id of an element; the reader puts its name in place of it where the application model has it. */
const UNKNOWN_ELEMENT = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns whether the application model of an object has elements; without any they are in another object. */
const hasElements = ({ activities }: Workflow): boolean =>
  activities.some(
    ({ type, properties }) =>
      type === 'ApplicationModel' && properties.some(({ name }) => name.endsWith('.type')),
  );

/** Returns whether a step has no object, or one that its file does not know. */
function isLost(workflow: Workflow, { properties }: Activity): boolean {
  if (workflow.platform !== 'blue-prism')
    return !properties.some(({ name, text }) => text !== '' && TARGET.test(name));
  const element = properties.find(
    ({ name, text }) => name.endsWith('.element') && UNKNOWN_ELEMENT.test(text),
  );
  return element !== undefined && hasElements(workflow);
}

export const rule = defineRule('XPL-REL-008', {
  level: 'activity',
  types: [...UIPATH, ...BLUE_PRISM, CAPTURE],
  *check(activity, { workflow }) {
    if (!isLost(workflow, activity)) return;
    yield { at: activity, message: `"${activity.name}" has lost the object that it works with.` };
  },
});
