/** A package that the organisation does not allow, or one that it requires and that is missing. */
import { defineRule } from '../../model/rule.ts';
import { matchesWildcard } from '../../patterns/wildcard.ts';

const project = (dependencies: string): string =>
  `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{${dependencies}}}\n-- Main.xaml --\n<Delay />`;
const PREFIX = 'dependencies.';

const matches = (name: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesWildcard(name, pattern));

/** Returns why a package is not allowed, as the end of a sentence; undefined if it is. */
function problemOf(name: string, allow: readonly string[], deny: readonly string[]): string | undefined {
  if (matches(name, deny)) return 'is not allowed';
  return allow.length === 0 || matches(name, allow) ? undefined : 'is not on the list of allowed ones';
}

export const rule = defineRule({
  id: 'UIP-SUP-003',
  version: 1,
  title: 'Package on the deny-list, not on the allow-list, or missing',
  platforms: ['uipath'],
  category: 'supply-chain',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'A package runs with all rights of the robot: nobody has looked at what this one does.',
  fix: 'Replace the package by an allowed one, or have it approved.',
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
    require: {
      default: [] as readonly string[],
      about: 'Packages that every project must use.',
      stricter: 'longer',
    },
  },
  needsOneOf: ['allow', 'deny', 'require'],
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
  examples: {
    uipath: {
      options: { allow: ['UiPath.*', 'Corp.*'], deny: ['UiPath.Old*'], require: ['Corp.Logging'] },
      bad: [
        project('"Corp.Logging":"1.0.0","Other.Excel":"2.0.0"'),
        project('"Corp.Logging":"1.0.0","UiPath.Old.Activities":"2.0.0"'),
        project('"UiPath.System.Activities":"22.10.1"'),
      ],
      good: [
        project('"Corp.Logging":"1.0.0","UiPath.System.Activities":"22.10.1"'),
        project('"corp.logging":"1.0.0"'),
        '<Delay />',
      ],
    },
  },
});
