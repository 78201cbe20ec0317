/** Finds card numbers, bank accounts, numbers of persons, and lists of private mail addresses in the file itself. */

import { derivedOfList } from '../../model/interning/derived.ts';
import { defineRule, type Problem } from '../../model/rule.ts';
import type { Text } from '../../model/text.ts';
import type { Workflow } from '../../model/workflow.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import {
  mayHoldNumbers,
  mayHoldPersonalData,
  PERSONAL_DATA_WORDS,
  personalDataIn,
  personalEmailsIn,
} from '../../patterns/texts/personal-data.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';

/** Numbers that payment services and standards print for tests. */
const TEST_NUMBERS = `4111111111111111 4012888888881881 4242424242424242 4000056655665556 5555555555554444
  5105105105105100 5200828282828210 2223003122003222 2223000048400011 378282246310005 371449635398431 378734493671000
  6011111111111117 6011000990139424 30569309025904 38520000023237 36227206271667 3530111333300000 3566002020360505
  GB29NWBK60161331926819 GB82WEST12345698765432 DE89370400440532013000 FR1420041010050500013M02606 NL91ABNA0417164300
  CH9300762011623852957 BE68539007547034 ES9121000418450200051332 078-05-1120 219-09-9999 123-45-6789`.split(
  /\s+/,
);

// Invented so that they pass the checks, and joined at run time.
const CARD = ['4539', '1488', '0343', '6467'];
const AMEX = ['3714', '496353', '98456'].join('');
const IBAN = ['DE75', '5121', '0800', '1245', '1261', '99'].join(' ');
const SSN = ['512', '48', '7731'].join('-');
const MAILS = ['ada.weber', 'tom.klein', 'eva.roth'].map((name) => `${name}@gmail.com`).join(';');

const compose = (inputs: string): string =>
  `"Keep": {"type": "Compose", "inputs": "${inputs}", "runAfter": {}}`;
const assign = (text: string): string =>
  `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "text", "value": {"type": "STRING", "string": "${text}"}}]}`;
const variable = (value: string, name = 'value'): string =>
  `<Variable x:TypeArguments="x:String" Name="${name}" Default="${value}" />`;
const item = (value: string, name = 'Value'): string =>
  `<stage stageid="d" name="${name}" type="Data"><datatype>text</datatype><initialvalue>${value}</initialvalue></stage>`;

const setOf = derivedOfList((numbers: readonly string[]): ReadonlySet<string> => new Set(numbers));

/** Yields the personal data of a text, once for each kind. */
function* inText(workflow: Workflow, text: Text, tests: ReadonlySet<string>): Generator<Problem> {
  const reported = new Set<string>();
  for (const { title, value } of personalDataIn(text.text, text.name, tests)) {
    if (reported.has(title)) continue;
    reported.add(title);
    const where = textTitle(workflow, text);
    const message = `${where} holds what looks like a ${title}: ${mask(value)}.`;
    yield { at: text, subject: `${text.name} ${title}`, message };
  }
}

export const rule = defineRule({
  id: 'XPL-PRV-004',
  version: 1,
  title: 'Literal personal or card data in the file',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'data-privacy',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Workflow files are copied, exported and kept in version control without the protection that such data must have, and nobody can answer where it is when the person asks for it to be deleted.',
  fix: 'Replace the value by one that is made up (card issuers publish test numbers), or read it at run time from the system that keeps it. Remove it from old versions and exports as well.',
  compliance: ['PAN'],
  controls: ['CWE-359'],
  // Published test numbers are left out: the catalogue calls them low, and a rule has one severity. Of mail addresses
  // only those at public providers count: addresses of the own company are in every workflow that sends mail.
  options: {
    minEmails: {
      default: 3,
      unit: 'addresses',
      about: 'Number of different mail addresses that is reported.',
      stricter: 'lower',
      isMeasured: true,
    },
    testNumbers: {
      default: TEST_NUMBERS as readonly string[],
      about: 'Card numbers that are published for tests.',
      stricter: 'shorter',
    },
  },
  includeDisabled: true,
  examples: {
    uipath: {
      bad: [variable(CARD.join('')), variable(MAILS)],
      good: [
        variable('4111111111111111'),
        // Passes no check, and a decimal.
        variable('4539148803436468 and 0.4539148803436467'),
        variable('ada.weber@gmail.com;tom.klein@gmail.com'),
      ],
    },
    'power-automate': {
      bad: [compose(`pay to ${IBAN} today`), compose(`SSN ${SSN}`)],
      good: [
        compose('pay to GB29 NWBK 6016 1331 9268 19 today'),
        compose(`part ${SSN}`),
        compose(`id ${CARD.join('')}ab and 7${CARD.join('')}`),
      ],
    },
    'automation-anywhere': {
      bad: [assign(CARD.join(' ')), assign(`Amex ${AMEX}`)],
      good: [
        assign('4242 4242 4242 4242'),
        assign(CARD.join(', ')),
        assign('info@gmail.com;support@gmail.com;sales@gmail.com'),
      ],
    },
    'blue-prism': {
      bad: [item(CARD.join('-')), item(SSN, 'Customer SSN'), item(IBAN.replaceAll(' ', ''))],
      good: [item('5555-5555-5555-4444'), item(SSN, 'Part Number'), item('DE75512108001245126198')],
    },
  },
  level: 'texts',
  words: PERSONAL_DATA_WORDS,
  *check(texts, { workflow, options }) {
    const tests = setOf(options.testNumbers);
    const mails = new Set<string>();
    let first: Text | undefined;
    for (const text of texts) {
      if (text.raw !== undefined && !mayHoldPersonalData(text.raw)) continue;
      if (mayHoldNumbers(text.text)) yield* inText(workflow, text, tests);
      for (const mail of personalEmailsIn(text.text)) {
        mails.add(mail);
        first ??= text;
      }
    }
    if (first === undefined || mails.size < options.minEmails) return;
    const message = `The file holds ${mails.size} private mail addresses, the first of them in "${first.name}".`;
    yield {
      at: first,
      subject: 'mail addresses',
      message,
      measure: { option: 'minEmails', value: mails.size + 1 },
    };
  },
});
