/** A package that the organisation does not allow, or one that it requires and that is missing. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { defineRule } from '../define-rule.ts';

const PREFIX = 'dependencies.';

const matches = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesWildcard(name, pattern));

/** Returns why a package is not allowed, as the end of a sentence; undefined if it is. */
function problemOf(name: string, allow: readonly string[], deny: readonly string[]): string | undefined {
  if (matches(name, deny)) return 'is not allowed';
  return allow.length === 0 || matches(name, allow) ? undefined : 'is not on the list of allowed ones';
}

export const rule = defineRule('UIP-SUP-003', {
  inventory: {
    kind: 'package',
    // Each project must use the required ones; the inventory is that of all projects in the file.
    reported: (packages, { allow, deny, require }) => [
      ...packages.filter((name) => !name.includes(' ') && problemOf(name, allow, deny) !== undefined),
      ...require,
    ],
  },
  level: 'project',
  *check({ workflows }, { options: { allow, deny, require } }) {
    for (const workflow of workflows) {
      if (workflow.kind !== 'uipath-project') continue;
      const names = Object.keys(workflow.settings)
        .filter((key) => key.startsWith(PREFIX))
        .map((key) => key.slice(PREFIX.length));
      for (const name of names) {
        const how = problemOf(name, allow, deny);
        if (how === undefined) continue;
        yield { in: workflow, at: workflow.start, subject: name, message: `The package "${name}" ${how}.` };
      }
      for (const pattern of require) {
        if (names.some((name) => matchesWildcard(name, pattern))) continue;
        const message = `The project "${workflow.name}" does not use the package "${pattern}", which is required.`;
        yield { in: workflow, at: workflow.start, subject: pattern, message };
      }
    }
  },
});
