/** Places where secret, personal and untrusted data comes into A360 bots. */
import { MARK } from '../../../model/data-flow/family.ts';
import { PERSONAL_NAMES } from '../personal-names.ts';
import type { FlowRow, SettingTest } from '../row.ts';

/** Files with the settings of the bot, which its author writes. */
const IS_CONFIGURATION: readonly SettingTest[] = [
  { property: ['filePath', 'session', 'iterator.session', 'sessionName'], is: /config|setting/i },
];
/** Outputs that hold data. */
const RETURNS = /^(?:returnTo|returns?\.|iterator\.returnTo|variableMap)/;

const untrusted = (
  words: string,
  steps: RegExp,
  more: { readonly when?: readonly SettingTest[]; readonly marks?: number } = {},
): FlowRow => ({
  kind: 'source',
  family: 'untrusted',
  words,
  steps,
  property: RETURNS,
  unless: IS_CONFIGURATION,
  ...more,
});

/** A loop over what something outside gives. */
const iterated = (words: string, iterator: RegExp, marks?: number): FlowRow =>
  untrusted(words, /^Loop\/loop\.commands\.start$/i, {
    when: [{ property: ['iterator.iteratorName', 'iterator.packageName'], is: iterator }],
    ...(marks !== undefined && { marks }),
  });

export const TASK_BOT_SOURCES: readonly FlowRow[] = [
  { kind: 'symbol-source', family: 'personal', words: 'personal data', names: PERSONAL_NAMES },
  { kind: 'item-source', family: 'personal', words: 'personal data', names: PERSONAL_NAMES },
  iterated('mail', /mail|outlook|exchange/i),
  iterated('CSV file', /csv/i),
  iterated('workbook', /excel|sheet/i),
  iterated('row of a database', /database|sql/i, MARK.possible),
  untrusted(
    'workbook',
    /^(?:Excel|Excel_MS|Microsoft 365 Excel|Google Sheets)\/(?:get(?:single|multiple)cells?|read(?:cell|column|row|excel)|getWorksheetAsDataTable)/i,
  ),
  untrusted('CSV file', /^CsvTxt\/Read/i),
  untrusted('file', /^TextFile\/read/i),
  untrusted('document', /^(?:PDF|PDFUtils|OCR)\/.*(?:text|capture)/i),
  untrusted('text on the screen', /^(?:Recorder\/capture|Browser\/Extractsource)$/i),
  untrusted('answer of a person', /^Prompt\//i),
  untrusted('answer of a server', /^(?:Rest|Soap|REST Web Services|SOAP Web Service)\//i, {
    marks: MARK.possible,
  }),
  untrusted(
    'answer of a language model',
    /^(?:GenerativeAI|Generative AI|OpenAI|Azure OpenAI|Amazon Bedrock|Google Vertex AI|Anthropic|AI Skill)\//i,
  ),
  untrusted('queue item', /^(?:WLM|Workload|WorkItem|Work Item)\//i),
];
