/** A step that opens a file which a scope around it holds open. */
import { ancestorsOf, propertyOf } from '../../model/navigate.ts';
import { openedResource, opensFile } from '../../patterns/uipath/opened-resource.ts';
import { defineRule } from '../define-rule.ts';

/** The same file, written with the other kind of slash or letter case. */
const plain = (text: string): string => text.trim().replaceAll('/', '\\').toLowerCase();

export const rule = defineRule('UIP-REL-047', {
  level: 'activity',
  words: ['path'],
  *check(activity, { workflow }) {
    const own = openedResource(activity) ?? propertyOf(activity, 'WorkbookPath');
    if (own === undefined || own.text.trim() === '') return;
    for (const up of ancestorsOf(workflow, activity)) {
      const open = opensFile(up) ? openedResource(up) : undefined;
      if (open === undefined || plain(open.text) !== plain(own.text)) continue;
      const message = `"${activity.name}" opens the file that "${up.name}" around it holds open.`;
      yield { at: own, subject: own.name, message };
      return;
    }
  },
});
