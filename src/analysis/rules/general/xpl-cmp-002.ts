/** A workflow whose header lacks facts that the organisation requires. */
import { defineRule } from '../../model/rule.ts';
import type { FileKind } from '../../model/workflow.ts';
import { headerKey, headerOf } from '../../patterns/texts/declared-header.ts';

/** Files with a workflow of their own that can have a header. */
const KINDS: ReadonlySet<FileKind> = new Set([
  'uipath-workflow',
  'power-automate-flow',
  'power-automate-package-flow',
  'power-automate-definition',
  'power-automate-desktop-flow',
  'automation-anywhere-bot',
  'blue-prism-process',
  'blue-prism-object',
]);

const annotated = (text: string): string =>
  `<Sequence sap2010:Annotation.AnnotationText="${text}" DisplayName="Read"><Delay /></Sequence>`;
const described = (text: string): string =>
  `"Wait": {"type": "Wait", "description": "${text}", "runAfter": {}}`;
const commented = (text: string): string =>
  `{"commandName": "Comment", "packageName": "Comment", "attributes": [{"name": "comment", "value": {"type": "STRING", "string": "${text}"}}]}`;
const noted = (text: string): string =>
  `<stage stageid="n" name="Header" type="Note"><narrative>${text}</narrative></stage>`;

const BOTH = 'Owner: Payments team&#xA;Purpose: pays invoices';

export const rule = defineRule({
  id: 'XPL-CMP-002',
  version: 1,
  title: 'Ownership and purpose not declared',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'compliance',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'opt-in',
  why: 'Without an owner nobody can be called when it fails, and nobody decides whether it may change.',
  fix: 'Write each missing fact as a line such as "Owner: Payments team" into the description or a comment.',
  compliance: ['CHANGE'],
  controls: ['ISO27001:A.5.9'],
  options: {
    required: {
      default: [] as readonly string[],
      about: 'Names of facts that every workflow declares in a line `name: value`, such as `owner`.',
      stricter: 'longer',
    },
  },
  needsOneOf: ['required'],
  level: 'workflow',
  *check(workflow, { options }) {
    if (!KINDS.has(workflow.kind) || workflow.activities.length === 0) return;
    const header = headerOf(workflow);
    const missing = options.required.filter((name) => !header.has(headerKey(name)));
    if (missing.length === 0) return;
    yield {
      at: { at: 0, owner: -1, name: workflow.name },
      subject: 'header',
      message: `"${workflow.name}" does not declare: ${missing.join(', ')}.`,
    };
  },
  examples: {
    uipath: {
      options: { required: ['owner', 'purpose'] },
      bad: ['<Delay />', annotated('Owner: Payments team'), annotated('The owner is unknown, on purpose')],
      good: [
        annotated(BOTH),
        annotated('# OWNER = Payments&#xA;- purpose: pays'),
        '<Sequence><ui:Comment Text="Owner: Payments" /><ui:Comment Text="Purpose: pays" /></Sequence>',
      ],
    },
    'power-automate': {
      options: { required: ['owner', 'purpose'] },
      bad: [described('Waits'), described('Owner: Payments')],
      good: [
        described('Owner: Payments\\nPurpose: waits'),
        described('Purpose : waits\\r\\nOwner= Payments'),
        `${described('Owner: Payments')}, "Rest": {"type": "Wait", "description": "Purpose: rests", "runAfter": {}}`,
      ],
    },
    'automation-anywhere': {
      options: { required: ['owner', 'purpose'] },
      bad: [commented('Reads orders'), commented('Owner:')],
      good: [
        `${commented('Owner: Payments')}, ${commented('Purpose: reads orders')}`,
        commented('Owner: Payments\\nPurpose: reads'),
        commented('* Owner: Payments\\n* Purpose: reads\\n* Data class: internal'),
      ],
    },
    'blue-prism': {
      options: { required: ['data class'] },
      bad: [noted('Reads orders'), noted('Data: class')],
      good: [
        noted('Data class: internal'),
        noted('Owner: Payments&#xA;data-class: internal'),
        noted('dataClass = public'),
      ],
    },
  },
});
