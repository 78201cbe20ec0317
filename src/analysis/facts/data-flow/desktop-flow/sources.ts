/** Places where secret, personal and untrusted data comes into desktop flows. */
import { MARK } from '../../../model/data-flow/family.ts';
import { PERSONAL_NAMES } from '../personal-names.ts';
import type { FlowRow, SettingTest } from '../row.ts';

/** Files with the settings of the flow, which its author writes. */
const IS_CONFIGURATION: readonly SettingTest[] = [
  { property: ['File', 'CSVFile', 'Path'], is: /config|settings/i },
];
/** Outputs that hold no data: instances, counts and states. */
const DATA = /^(?!.*(?:StatusCode|Instance|ButtonPressed|Headers|Count|IsDone|Status)$)/;

const untrusted = (
  words: string,
  steps: RegExp,
  more: {
    readonly when?: readonly SettingTest[];
    readonly unless?: readonly SettingTest[];
    readonly marks?: number;
  } = {},
): FlowRow => ({ kind: 'source', family: 'untrusted', words, steps, property: DATA, ...more });

export const DESKTOP_FLOW_SOURCES: readonly FlowRow[] = [
  { kind: 'symbol-source', family: 'personal', words: 'personal data', names: PERSONAL_NAMES },
  { kind: 'item-source', family: 'personal', words: 'personal data', names: PERSONAL_NAMES },
  untrusted('mail', /^(?:email|outlook|exchange)\.retrieve/i),
  untrusted('workbook', /^excel\.readfromexcel/i, { unless: IS_CONFIGURATION }),
  untrusted('CSV file', /^file\.readfromcsvfile/i, { unless: IS_CONFIGURATION }),
  // Mostly a template or a script of the author.
  untrusted('file', /^file\.readtextfromfile/i, { unless: IS_CONFIGURATION, marks: MARK.possible }),
  untrusted('document', /^(?:pdf\.extract|ocr\.extracttext)/i),
  untrusted(
    'text on the screen',
    /^(?:webautomation|uiautomation)\.(?:data)?(?:extract|getdetails|getselected)/i,
  ),
  untrusted('answer of a person', /^display\.(?:inputdialog|showcustomdialog|selectfromlist)/i),
  untrusted('queue item', /^LoopWhile$/, {
    when: [{ property: 'Condition', is: /^WorkQueues\.ProcessWorkQueueItem\b/i }],
  }),
  untrusted('answer of a server', /^web\.(?:invokewebservice|invokesoapservice|downloadfromweb)/i, {
    marks: MARK.possible,
  }),
  untrusted('row of a database', /^database\.executesqlstatement/i, { marks: MARK.possible }),
  untrusted('answer of a language model', /^(?:llm|aibuilder)\./i),
];
