/** An application or address that the organisation has not approved. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Settings with the application or address that an activity opens. */
const TARGET = /(?:^|\.)(?:Url|FilePath|FileName)$/i;
const OPENS = [
  'OpenBrowser',
  'NApplicationCard',
  'NGoToUrl',
  'NavigateTo',
  'StartProcess',
  'OpenApplication',
];
const ADDRESS = /^\s*[a-z][a-z0-9+.-]{0,20}:\/\/(?:[^/?#@\s]{0,200}@)?([^/?#:@\s]{1,253})/i;

/** Returns the host of an address, or the name of a program's file. */
function targetOf(text: string): string {
  const host = ADDRESS.exec(text)?.[1];
  if (host !== undefined) return host.toLowerCase();
  const path = text.trim().replaceAll('\\', '/');
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

export const rule = defineRule('UIP-SEC-021', {
  level: 'activity',
  types: OPENS,
  *check(activity, { options: { allow, deny } }) {
    for (const property of activity.properties) {
      if (!TARGET.test(property.name)) continue;
      const text = literalOf(property);
      const target = text === undefined ? '' : targetOf(text);
      if (target === '') continue;
      const isDenied = deny.some((pattern) => matchesWildcard(target, pattern));
      const isMissing = allow.length > 0 && !allow.some((pattern) => matchesWildcard(target, pattern));
      if (!isDenied && !isMissing) continue;
      yield {
        at: property,
        subject: property.name,
        group: target,
        message: `"${activity.name}" opens "${target}", which is not allowed.`,
      };
    }
  },
});
