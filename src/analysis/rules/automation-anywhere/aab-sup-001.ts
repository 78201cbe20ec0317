/** A package that the organisation does not allow, or an old version of one. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { isOlder } from '../../patterns/version-order.ts';
import { defineRule } from '../define-rule.ts';

const PREFIX = 'packages.';

/** Lists of an organisation. */
type Lists = Readonly<Record<'allow' | 'deny' | 'minVersions', readonly string[]>>;

/** Returns why a package is not allowed, as the end of a sentence; undefined if it is. */
function problemOf(name: string, version: string, { allow, deny, minVersions }: Lists): string | undefined {
  const matches = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => matchesWildcard(name, pattern));
  const minimum = minVersions.map((entry) => entry.split(' ')).find(([wanted]) => wanted === name)?.[1];
  if (matches(deny)) return 'is not allowed';
  if (allow.length > 0 && !matches(allow)) return 'is not on the allow-list';
  if (minimum === undefined || !isOlder(version, minimum)) return undefined;
  return `has the version ${version}; the minimum is ${minimum}`;
}

/** Returns those of the packages of an inventory that are not allowed; it has each by its name, and with its version. */
function notAllowed(names: readonly string[], lists: Lists): readonly string[] {
  return names.filter((name) => {
    const versioned = names.filter((other) => other.startsWith(`${name} `));
    const versions = versioned.map((other) => other.slice(name.length + 1));
    return versions.some((version) => problemOf(name, version, lists) !== undefined);
  });
}

export const rule = defineRule('AAB-SUP-001', {
  inventory: { kind: 'package', each: 'name', reported: notAllowed },
  level: 'workflow',
  *check(workflow, { options }) {
    for (const [key, version] of workflow.settings) {
      if (!key.startsWith(PREFIX)) continue;
      const name = key.slice(PREFIX.length);
      const how = problemOf(name, version, options);
      if (how === undefined) continue;
      yield { at: { at: 0, owner: -1, name: '' }, subject: name, message: `The package "${name}" ${how}.` };
    }
  },
});
