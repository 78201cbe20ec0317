/** A project on the framework that UiPath leaves behind, or with a package of a version without support. */
import type { WorkflowFacts } from '../../model/project.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import { isOlder } from '../../patterns/version-order.ts';

const project = (settings: string, dependencies = ''): string =>
  `-- project.json --\n{"name":"Orders","main":"Main.xaml","dependencies":{${dependencies}},"schemaVersion":"4.0",${settings}}\n-- Main.xaml --\n<Delay />`;

/** Returns whether Studio opens the project as Windows - Legacy: it says so, or is older than the setting. */
function isLegacy({ settings }: WorkflowFacts): boolean {
  const framework = settings.targetFramework;
  if (framework !== undefined) return framework === 'Legacy';
  return settings.studioVersion !== undefined || settings.schemaVersion !== undefined;
}

/** Number of a version that project.json writes as `[22.4.4]` or `22.4.4`. */
const VERSION = /\d[^,\])]*/;

/** Yields the packages that are older than their minimum. */
function* oldPackages(workflow: WorkflowFacts, minVersions: readonly string[]): Generator<Problem> {
  const minimums = new Map(minVersions.map((entry) => entry.split(' ') as [string, string]));
  for (const at of workflow.references) {
    const minimum = at.kind === 'dependency' ? minimums.get(at.target) : undefined;
    const version = VERSION.exec(at.detail)?.[0];
    if (minimum === undefined || version === undefined || !isOlder(version, minimum)) continue;
    const message = `The project "${workflow.name}" uses "${at.target}" in version ${version}; the minimum is ${minimum}.`;
    yield { in: workflow, at, subject: at.target, message };
  }
}

export const rule = defineRule({
  id: 'UIP-SUP-005',
  version: 1,
  title: 'Outdated framework or package',
  platforms: ['uipath'],
  category: 'supply-chain',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'It gets no new features and soon no repairs: the next version of a browser, of Windows or of the robot breaks it when nobody expects it.',
  fix: 'Choose "Convert to Windows" in Studio, or run the Activity Migrator, and update the packages in Manage Packages; then test each workflow.',
  compliance: ['EOL'],
  options: {
    minVersions: {
      default: [
        'UiPath.System.Activities 22.10.0',
        'UiPath.UIAutomation.Activities 22.10.0',
      ] as readonly string[],
      about: 'Oldest versions of packages, each as name and version with a space in between.',
      stricter: 'longer',
    },
  },
  level: 'project',
  *check({ workflows }, { options: { minVersions } }) {
    for (const workflow of workflows) {
      if (workflow.kind !== 'uipath-project') continue;
      // Packages of a legacy project are updated with it.
      if (!isLegacy(workflow)) yield* oldPackages(workflow, minVersions);
      else
        yield {
          in: workflow,
          at: workflow.start,
          subject: 'targetFramework',
          message: `The project "${workflow.name}" has the compatibility Windows - Legacy.`,
        };
    }
  },
  examples: {
    uipath: {
      bad: [
        project('"targetFramework":"Legacy"', '"UiPath.System.Activities":"[18.4.2]"'),
        project('"studioVersion":"20.4.1.0"'),
        project('"targetFramework":"Windows"', '"UiPath.System.Activities":"[22.4.4]"'),
      ],
      good: [
        project('"targetFramework":"Windows"', '"UiPath.System.Activities":"[22.10.0]"'),
        project('"targetFramework":"Portable"', '"UiPath.UIAutomation.Activities":"[25.10.7-beta.1]"'),
        // Near miss: an old version of a package without a minimum.
        project('"targetFramework":"Windows"', '"UiPath.Mail.Activities":"[1.7.2]"'),
      ],
    },
  },
});
