/** A project that runs although packages are missing. */
import { defineRule } from '../define-rule.ts';

const SETTING = 'runtimeOptions.mustRestoreAllDependencies';

export const rule = defineRule('UIP-SUP-007', {
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
});
