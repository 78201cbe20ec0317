/** A package that is not known as one of Automation Anywhere. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { isVendorPackage } from '../../facts/a360-packages.ts';
import { defineRule } from '../define-rule.ts';

const PREFIX = 'packages.';

export const rule = defineRule('AAB-SUP-004', {
  level: 'workflow',
  *check(workflow, { options: { allow } }) {
    for (const key of workflow.settings.keys()) {
      if (!key.startsWith(PREFIX)) continue;
      const name = key.slice(PREFIX.length);
      if (isVendorPackage(name) || allow.some((pattern) => matchesWildcard(name, pattern))) continue;
      const message = `The package "${name}" is not known as one of Automation Anywhere.`;
      yield { at: { at: 0, owner: -1, name: '' }, subject: name, message };
    }
  },
});
