/** An attachment of a mail that lacks its name or its content. */
import type { Activity } from '../../model/workflow.ts';
import { defineRule } from '../define-rule.ts';

/** One part of an attachment: `inputs.parameters.emailMessage/Attachments.0.ContentBytes`. */
const PART = /^inputs\.parameters\.[\w/]{0,60}attachments\.(\d{1,4})\.(name|contentbytes)(?:\.[^.]+)?$/i;
const PARTS: ReadonlyMap<string, string> = new Map([
  ['name', 'name'],
  ['contentbytes', 'content'],
]);

/** Returns what each attachment has, by number. */
function partsOf({ properties }: Activity): ReadonlyMap<string, ReadonlySet<string>> {
  const parts = new Map<string, Set<string>>();
  for (const { name, text } of properties) {
    const [, number, part] = PART.exec(name) ?? [];
    if (number === undefined) continue;
    const own = parts.get(number) ?? new Set();
    parts.set(number, own);
    if (text.trim() !== '') own.add(part!.toLowerCase());
  }
  return parts;
}

export const rule = defineRule('PAF-REL-014', {
  level: 'activity',
  words: ['attachments'],
  *check(activity) {
    for (const [number, own] of partsOf(activity))
      for (const [part, word] of PARTS)
        if (!own.has(part))
          yield {
            at: activity,
            subject: `attachment ${number} ${part}`,
            message: `Attachment ${Number(number) + 1} of "${activity.name}" has no ${word}.`,
          };
  },
});
