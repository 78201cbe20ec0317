/** A package in a version before its release. */
import { matchesWildcard } from '../../../text/wildcard.ts';
import { defineRule } from '../define-rule.ts';

/** `24.10.1-beta.3`: a part behind the number, before the metadata of a build. */
const PRE_RELEASE = /^[[(]?\s*\d+(?:\.\d+)*-[\w.-]+/;

export const rule = defineRule('UIP-SUP-002', {
  level: 'project',
  *check({ workflows }, { options: { allow } }) {
    for (const workflow of workflows) {
      if (workflow.kind !== 'uipath-project') continue;
      for (const at of workflow.references) {
        if (at.kind !== 'dependency' || !PRE_RELEASE.test(at.detail)) continue;
        if (allow.some((pattern) => matchesWildcard(at.target, pattern))) continue;
        const message = `The project "${workflow.name}" uses "${at.target}" in the pre-release version ${at.detail}.`;
        yield { in: workflow, at, subject: at.target, message };
      }
    }
  },
});
