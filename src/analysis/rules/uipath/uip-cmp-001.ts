/** A project whose description or version says nothing to those who approve it. */
import { defineRule } from '../define-rule.ts';

/** Descriptions that templates of Studio fill in. */
const TEMPLATE =
  /^(?:blank (?:process|project|library)|robotic enterprise framework|(?:an? )?(?:empty|new|simple) (?:process|project)|create (?:a blank|an?) \w{1,20}|test ?automation|transactional business process|background process|attended automation framework|orchestration process)\.?$/i;
const VERSION = /^\d+\.\d+\.\d+(?:\.\d+)?(?:[-+][\w.+-]{1,60})?$/;

export const rule = defineRule('UIP-CMP-001', {
  level: 'project',
  *check({ workflows }) {
    for (const workflow of workflows) {
      const { kind, settings, name, start } = workflow;
      // Old projects do not have the members at all.
      if (kind !== 'uipath-project' || settings.description === undefined) continue;
      const description = settings.description.trim();
      const version = settings.projectVersion;
      const at = { in: workflow, at: start };
      if (description === '')
        yield { ...at, subject: 'description', message: `The project "${name}" has no description.` };
      else if (TEMPLATE.test(description))
        yield {
          ...at,
          subject: 'description',
          message: `The project "${name}" has the description of its template: "${description}".`,
        };
      if (version !== undefined && !VERSION.test(version.trim()))
        yield {
          ...at,
          subject: 'projectVersion',
          message: `The project "${name}" has the version "${version}", which is no number of three parts.`,
        };
    }
  },
});
