/** A project on the framework that UiPath leaves behind, or with a package of a version without support. */
import type { WorkflowFacts } from '../../model/project.ts';
import type { Problem } from '../../model/rule.ts';
import { isOlder } from '../../patterns/version-order.ts';
import { defineRule } from '../define-rule.ts';

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

export const rule = defineRule('UIP-SUP-005', {
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
          // Studio's versions with long-term support keep it, and some libraries have no other home, as of SOAP services.
          severity: 'low',
          message: `The project "${workflow.name}" has the compatibility Windows - Legacy.`,
        };
    }
  },
});
