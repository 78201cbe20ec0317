/** A stage calls a missing page, object, action or process. */

import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { defineRule } from '../define-rule.ts';

/** Parts of a release whose actions stages call like those of objects. */
const SERVICES = ['webapiservice', 'web-service', 'webservice'];
const TITLES: Readonly<Record<string, string>> = {
  object: 'object',
  action: 'action',
  process: 'process',
};

const SERVICE = (name: string): string => name.trim().toLowerCase();

// Releases leave out the objects that come with the product: every installation has imported them.
export const rule = defineRule('BPR-REL-011', {
  level: 'project',
  *gather(workflow) {
    for (const service of SERVICES)
      for (const activity of stagesOf(workflow, service)) yield { at: activity, text: activity.name };
  },
  *check(project, { options }) {
    const services = new Set(project.clues.map(({ text }) => SERVICE(text)));
    const isElsewhere = (name: string): boolean =>
      services.has(SERVICE(name)) || options.builtin.some((start) => SERVICE(name).startsWith(start));
    for (const workflow of project.workflows) {
      for (const call of workflow.calls) {
        const callee = project.calleeOf(workflow, call);
        if (callee.status !== 'missing') continue;
        const colon = callee.what.indexOf(':');
        const [kind, what] = [callee.what.slice(0, colon), callee.what.slice(colon + 1)];
        if (what === '' || (kind === 'object' && isElsewhere(what))) continue;
        // The id of a page means nothing to a reader.
        const message =
          kind === 'page'
            ? `"${call.step}" calls a page that "${workflow.name}" does not have.`
            : `"${call.step}" calls the ${TITLES[kind]} "${what.replace('::', ' › ')}", which is missing.`;
        // A page belongs to its own process or object, even if another one has a page of this id.
        const owner = kind === 'page' ? `${workflow.file} ${workflow.artifactKey} ` : '';
        const group = `${owner}${callee.what}`.toLowerCase();
        yield { in: workflow, at: call, subject: kind === 'page' ? 'page' : what, message, group };
      }
    }
  },
});
