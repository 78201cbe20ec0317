/** A project that runs although packages are missing. */
import { defineRule } from '../../model/rule.ts';

const project = (options: string): string =>
  `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{},"runtimeOptions":{${options}}}\n-- Main.xaml --\n<Delay />`;
const SETTING = 'runtimeOptions.mustRestoreAllDependencies';

export const rule = defineRule({
  id: 'UIP-SUP-007',
  version: 1,
  title: 'Missing dependencies tolerated',
  platforms: ['uipath'],
  category: 'supply-chain',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'A robot that cannot restore a package starts anyway, and fails in the middle of its work, where an activity of the package stands.',
  fix: 'Set "mustRestoreAllDependencies" to true in project.json.',
  compliance: ['DEPS'],
  options: {},
  level: 'project',
  *check({ workflows }) {
    for (const workflow of workflows) {
      if (workflow.kind !== 'uipath-project' || workflow.settings[SETTING]?.toLowerCase() !== 'false')
        continue;
      yield {
        in: workflow,
        at: workflow.start,
        subject: SETTING,
        message: `The project "${workflow.name}" starts although packages are missing.`,
      };
    }
  },
  examples: {
    uipath: {
      bad: [
        project('"mustRestoreAllDependencies":false'),
        project('"supportsPersistence":true,"mustRestoreAllDependencies":false'),
      ],
      good: [
        project('"mustRestoreAllDependencies":true'),
        project('"supportsPersistence":false'),
        '<Delay />',
      ],
    },
  },
});
