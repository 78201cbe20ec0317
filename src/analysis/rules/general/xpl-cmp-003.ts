/** A workflow that declares a lower class of data than its texts hold. */
import { defineRule } from '../../model/rule.ts';
import { headerKey, headerOf } from '../../patterns/texts/declared-header.ts';
import {
  mayHoldPersonalData,
  PERSONAL_DATA_WORDS,
  personalDataIn,
  personalEmailsIn,
} from '../../patterns/texts/personal-data.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';

const NO_TESTS: ReadonlySet<string> = new Set();

// Invented so that it passes the check, and joined at run time.
const IBAN = ['DE75', '5121', '0800', '1245', '1261', '99'].join('');

const annotated = (text: string, value: string): string =>
  `<Sequence sap2010:Annotation.AnnotationText="${text}"><ui:LogMessage Message="${value}" /></Sequence>`;
const described = (text: string, value: string): string =>
  `"Keep": {"type": "Compose", "description": "${text}", "inputs": "${value}", "runAfter": {}}`;
const commented = (text: string, value: string): string =>
  `{"commandName": "Comment", "packageName": "Comment", "attributes": [{"name": "comment", "value": {"type": "STRING", "string": "${text}"}}]},
{"commandName": "assign", "packageName": "String", "attributes": [{"name": "text", "value": {"type": "STRING", "string": "${value}"}}]}`;
const noted = (text: string, value: string): string =>
  `<stage stageid="n" name="Header" type="Note"><narrative>${text}</narrative></stage>
<stage stageid="d" name="Value" type="Data"><datatype>text</datatype><initialvalue>${value}</initialvalue></stage>`;

const OPTIONS = { order: ['public', 'internal', 'confidential', 'restricted'], personal: 'confidential' };

export const rule = defineRule({
  id: 'XPL-CMP-003',
  version: 1,
  title: 'Declared data class does not fit the content',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'compliance',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'opt-in',
  why: 'The declared class decides who may read the file, the logs and the queue: personal data goes where it must not.',
  fix: 'Declare the class that fits, or remove the data from the file.',
  compliance: ['PII'],
  controls: ['CWE-359', 'ISO27001:A.5.12'],
  options: {
    order: {
      default: [] as readonly string[],
      about: 'Classes of data from the lowest to the highest, as headers declare them.',
      stricter: 'equal',
    },
    personal: {
      default: 'confidential',
      about: 'Lowest class of personal and card data.',
      stricter: 'equal',
    },
    key: { default: 'data class', about: 'Name of the fact in the header.', stricter: 'equal' },
  },
  needsOneOf: ['order'],
  level: 'texts',
  words: PERSONAL_DATA_WORDS,
  includeDisabled: true,
  *check(texts, { workflow, options: { order, personal, key } }) {
    const declared = headerOf(workflow).get(headerKey(key));
    if (declared === undefined) return;
    const classes = order.map((name) => name.toLowerCase());
    const rank = classes.indexOf(declared.value.toLowerCase().replace(/[.;,]$/, ''));
    const needed = classes.indexOf(personal.toLowerCase());
    if (rank === -1 || rank >= needed) return;
    for (const text of texts) {
      if (text.raw !== undefined && !mayHoldPersonalData(text.raw)) continue;
      const title =
        personalDataIn(text.text, text.name, NO_TESTS)[0]?.title ??
        (personalEmailsIn(text.text).length > 0 ? 'private mail address' : undefined);
      if (title === undefined) continue;
      yield {
        at: text,
        subject: 'data class',
        message: `"${workflow.name}" declares the data class "${order[rank]}", and ${textTitle(workflow, text)} holds what looks like a ${title}.`,
      };
      return;
    }
  },
  examples: {
    uipath: {
      options: OPTIONS,
      bad: [
        annotated('Data class: internal', IBAN),
        annotated('DataClass = public', 'to ada.weber@gmail.com'),
      ],
      good: [
        annotated('Data class: confidential', IBAN),
        annotated('Data class: internal', 'Order 4711'),
        annotated('Reads orders', IBAN),
      ],
    },
    'power-automate': {
      options: OPTIONS,
      bad: [described('data class: public', IBAN), described('Data-class: internal.', IBAN)],
      good: [
        described('data class: restricted', IBAN),
        // A class that the list does not have says nothing.
        described('data class: secret', IBAN),
        described('data class: public', 'Order'),
      ],
    },
    'automation-anywhere': {
      options: OPTIONS,
      bad: [commented('Data class: internal', IBAN), commented('Owner: Ada\\nData class: public', IBAN)],
      good: [
        commented('Data class: restricted', IBAN),
        commented('No class', IBAN),
        commented('Data class: public', 'DE75512108001245126198'),
      ],
    },
    'blue-prism': {
      options: OPTIONS,
      bad: [noted('Data class: internal', IBAN), noted('data class: public', IBAN)],
      good: [
        noted('Data class: confidential', IBAN),
        noted('Reads orders', IBAN),
        noted('Data class: internal', 'Order'),
      ],
    },
  },
});
