/** A stage calls a missing page, object, action or process. */
import { defineRule } from '../../model/rule.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';

/** Parts of a release whose actions stages call like those of objects. */
const SERVICES = ['webapiservice', 'web-service', 'webservice'];
const TITLES: Readonly<Record<string, string>> = {
  object: 'object',
  action: 'action',
  process: 'process',
};

const SERVICE = (name: string): string => name.trim().toLowerCase();

const release = (...parts: readonly string[]): string =>
  `<bpr:release xmlns:bpr="http://www.blueprism.co.uk/product/release"><bpr:name>Orders</bpr:name><bpr:contents count="${parts.length}">${parts.join('')}</bpr:contents></bpr:release>`;
const process = (stage: string): string =>
  `<process id="p1" name="Load" xmlns="http://www.blueprism.co.uk/product/process"><process name="Load" version="1.0" bpversion="7.2.0.0"><stage stageid="s" name="Start" type="Start"><onsuccess>c</onsuccess></stage>${stage}<stage stageid="e" name="End" type="End"/></process></process>`;
const action = (object: string, name: string): string =>
  process(
    `<stage stageid="c" name="Call" type="Action"><onsuccess>e</onsuccess><resource object="${object}" action="${name}"/></stage>`,
  );
const OBJECT =
  '<object id="o1" name="SAP" xmlns="http://www.blueprism.co.uk/product/process"><process name="SAP" version="1.0" bpversion="7.2.0.0" type="object"><subsheet subsheetid="a" type="Normal" published="True"><name>Log in</name></subsheet><stage stageid="as" name="Start" type="Start"><subsheetid>a</subsheetid><onsuccess>ae</onsuccess></stage><stage stageid="ae" name="End" type="End"><subsheetid>a</subsheetid></stage></process></object>';
const PAGE = process(
  '<stage stageid="c" name="Call" type="SubSheet"><onsuccess>e</onsuccess><processid>gone</processid></stage>',
);

export const rule = defineRule({
  id: 'BPR-REL-011',
  version: 3,
  title: 'Object, page or process missing',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'The stage fails when the flow comes to it, unless what it calls is there already where the file is imported.',
  fix: 'Open the stage and choose what it calls again. If an object or process is missing, add it to the package and make a new release.',
  compliance: ['INTEG'],
  groupBy: 'missing dependency',
  // Objects that come with the product, by the beginning of their names. Releases leave them out: every installation
  // has imported them, and 4 of 11 findings on real releases were about MS Excel VBO.
  options: {
    builtin: {
      default: [
        'blueprism.',
        'internal - ',
        'utility - ',
        'ms excel vbo',
        'ms word vbo',
        'ms outlook email vbo',
        'data - oledb',
        'data - sql server',
        'email - pop3/smtp',
        'webservices - ',
        'system - active directory',
      ] as readonly string[],
      about:
        'Beginnings of names of objects that come with the product, so that a release need not hold them.',
      stricter: 'shorter',
    },
  },
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
            : `"${call.step}" calls the ${TITLES[kind]} "${what.replace('::', ' › ')}", which is not there.`;
        // A page belongs to its own process or object, even if another one has a page of this id.
        const owner = kind === 'page' ? `${workflow.file} ${workflow.artifactKey} ` : '';
        const group = `${owner}${callee.what}`.toLowerCase();
        yield { in: workflow, at: call, subject: kind === 'page' ? 'page' : what, message, group };
      }
    }
  },
  examples: {
    'blue-prism': {
      bad: [
        release(action('SAP', 'Log in')),
        release(action('SAP', 'Log out'), OBJECT),
        release(PAGE),
        // One missing object that two processes call.
        release(
          action('SAP', 'Log in'),
          action('sap', 'Log out').replaceAll('Load', 'Save').replace('p1', 'p2'),
        ),
        // Missing pages belong to their process: each has to be created or selected there.
        {
          text: release(PAGE, PAGE.replaceAll('Load', 'Save').replace('p1', 'p2')),
          findings: 2,
        },
      ],
      good: [
        release(action('SAP', 'Log in'), OBJECT),
        release(action('Blueprism.Automate.clsWorkQueuesActions', 'Get Next Item')),
        // Near misses: one process by itself, and a web service of the release.
        '<process name="Load" version="1.0" bpversion="7.2.0.0"><stage stageid="s" name="Start" type="Start"><onsuccess>c</onsuccess></stage><stage stageid="c" name="Call" type="Action"><onsuccess>e</onsuccess><resource object="SAP" action="Log in"/></stage><stage stageid="e" name="End" type="End"/></process>',
        release(
          action('Rates', 'Get'),
          '<webapiservice name="Rates" xmlns="http://www.blueprism.co.uk/product/webapiservice"/>',
        ),
      ],
    },
  },
});
