/** A screenshot that stays in a folder. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const SAVES = /^Workstation\.TakeScreenshot\.\w*(?:SaveToFile|ToFile)$/i;
const DELETES = /^File\.Delete/i;

export const rule = defineRule('PAD-PRV-001', {
  level: 'activity',
  roles: ['screenshot'],
  *check(activity, { workflow }) {
    const at = propertyOf(activity, 'File');
    if (at === undefined || !SAVES.test(activity.type)) return;
    const isDeleted = workflow.activities.some(
      ({ type, properties }) => DELETES.test(type) && properties.some(({ text }) => text === at.text),
    );
    if (isDeleted) return;
    yield { at, subject: 'file', message: `"${activity.name}" saves a picture of the screen to a file.` };
  },
});
