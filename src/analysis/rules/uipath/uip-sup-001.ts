/** A package whose version is found anew whenever the project is restored. */
import { defineRule } from '../../model/rule.ts';

/** `[22.10.1]`: this version and no other. */
const PINNED = /^\[[^,*\]]+\]$/;

const project = (dependencies: string, type = 'Process'): string =>
  `-- project.json --\n{"name":"Orders","main":"Main.xaml","designOptions":{"outputType":"${type}"},"dependencies":{${dependencies}}}\n-- Main.xaml --\n<Delay />`;

// All hits on public projects were in samples that no robot runs, and a bare version is that one wherever the feed has
// it: for the strict ruleset.
export const rule = defineRule({
  id: 'UIP-SUP-001',
  version: 1,
  title: 'Dependency version not pinned',
  platforms: ['uipath'],
  category: 'supply-chain',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'strict',
  why: 'The robot may run another version than the one that was tested and reviewed: the next one that the feed offers, or that another package asks for.',
  fix: 'Set "Runtime Rule" of the package to "Strict" in Manage Packages: project.json then names the version in square brackets.',
  compliance: ['DEPS'],
  options: {},
  level: 'project',
  *check({ workflows }) {
    for (const workflow of workflows) {
      // Studio adds the lowest version to libraries: the process that uses one decides.
      if (workflow.settings['designOptions.outputType'] === 'Library') continue;
      for (const at of workflow.references) {
        if (at.kind !== 'dependency' || PINNED.test(at.detail)) continue;
        const message = `The project "${workflow.name}" takes "${at.target}" in any version that fits "${at.detail}".`;
        yield { in: workflow, at, subject: at.target, message };
      }
    }
  },
  examples: {
    uipath: {
      bad: [
        project('"UiPath.System.Activities":"22.10.1"'),
        project('"UiPath.System.Activities":"[22.10.1,23.0)","UiPath.Mail.Activities":"[1.18.2]"'),
        project('"UiPath.System.Activities":"22.*"'),
      ],
      good: [
        project('"UiPath.System.Activities":"[22.10.1]"'),
        project('"UiPath.System.Activities":"[22.10.1-preview]"'),
        // Near miss: a library.
        project('"UiPath.System.Activities":"22.10.1"', 'Library'),
      ],
    },
  },
});
