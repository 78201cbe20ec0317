/** A package that the organisation does not allow, or an old version of one. */
import { defineRule } from '../../model/rule.ts';
import { isOlder } from '../../patterns/version-order.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

const PREFIX = 'packages.';

/** Lists of an organisation. */
type Lists = Readonly<Record<'allow' | 'deny' | 'minVersions', readonly string[]>>;

/** Returns why a package is not allowed, as the end of a sentence; undefined if it is. */
function problemOf(name: string, version: string, { allow, deny, minVersions }: Lists): string | undefined {
  const matches = (patterns: readonly string[]): boolean =>
    patterns.some((pattern) => matchesWildcard(name, pattern));
  const minimum = minVersions.map((entry) => entry.split(' ')).find(([wanted]) => wanted === name)?.[1];
  if (matches(deny)) return 'is not allowed';
  if (allow.length > 0 && !matches(allow)) return 'is not on the list of allowed ones';
  if (minimum === undefined || !isOlder(version, minimum)) return undefined;
  return `has the version ${version}; the oldest that is allowed is ${minimum}`;
}

/** Returns those of the packages of an inventory that are not allowed; it has each by its name, and with its version. */
function notAllowed(names: readonly string[], lists: Lists): readonly string[] {
  return names.filter((name) => {
    const versioned = names.filter((other) => other.startsWith(`${name} `));
    const versions = versioned.map((other) => other.slice(name.length + 1));
    return versions.some((version) => problemOf(name, version, lists) !== undefined);
  });
}

const bot = (name: string, version: string): string =>
  `{ "nodes": [], "variables": [], "packages": [ { "name": "${name}", "version": "${version}" } ] }`;

export const rule = defineRule({
  id: 'AAB-SUP-001',
  version: 1,
  title: 'Package outside the allow-list or below minimum version',
  platforms: ['automation-anywhere'],
  category: 'supply-chain',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'A package runs with all rights of the bot: nobody has looked at what this one, or this version, does.',
  fix: 'Update the package in the editor, or use an allowed one.',
  compliance: ['DEPS'],
  options: {
    allow: {
      default: [] as readonly string[],
      about: 'Packages that may be used, with `*`; empty: all.',
      stricter: 'shorter',
    },
    deny: {
      default: [] as readonly string[],
      about: 'Packages that may not be used, with `*`.',
      stricter: 'longer',
    },
    minVersions: {
      default: [] as readonly string[],
      about: 'Oldest versions, such as `Excel_MS 4.2`.',
      stricter: 'longer',
    },
  },
  needsOneOf: ['allow', 'deny', 'minVersions'],
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
  examples: {
    'automation-anywhere': {
      options: { allow: ['Rest', 'Excel*'], deny: ['Excel_Old'], minVersions: ['Rest 3.2'] },
      bad: [bot('Python', '2.0.0'), bot('Excel_Old', '1.0.0'), bot('Rest', '3.1.9-20210101')],
      good: [bot('Excel_MS', '1.0.0'), bot('Rest', '3.2.0-20220101'), bot('Rest', '10.0.0')],
    },
  },
});
