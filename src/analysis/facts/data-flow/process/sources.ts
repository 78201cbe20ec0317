/** Places where secret, personal and untrusted data comes into Blue Prism processes and objects. */
import { MARK } from '../../../model/data-flow/family.ts';
import { PERSONAL_NAMES } from '../personal-names.ts';
import type { FlowRow } from '../row.ts';

const untrusted = (words: string, steps: RegExp, property: RegExp, marks?: number): FlowRow => ({
  kind: 'source',
  family: 'untrusted',
  words,
  steps,
  property,
  // The vendor's settings come from workbooks and files with such names.
  unless: [{ property: /File ?name|Path|Worksheet Name$/i, is: /config|settings/i }],
  ...(marks !== undefined && { marks }),
});

export const PROCESS_SOURCES: readonly FlowRow[] = [
  { kind: 'symbol-source', family: 'personal', words: 'personal data', names: PERSONAL_NAMES },
  { kind: 'item-source', family: 'personal', words: 'personal data', names: PERSONAL_NAMES },
  untrusted('queue item', /clsWorkQueuesActions::Get (?:Next Item|Item Data)$/i, /^outputs\.(?:Data|Key)$/),
  untrusted(
    'workbook',
    /^[^:]{0,99}::(?:Get Worksheet As Collection|Get Cell Value|Read Worksheet|Get Range)/i,
    /^outputs\.(?:Data|Value|Cell Value|Collection|Worksheet Collection)$/i,
  ),
  untrusted(
    'CSV file',
    /::(?:Get CSV As Collection|CSV To Collection|Import CSV|Get CSV Text As Collection)/i,
    /^outputs\./,
  ),
  untrusted('file', /::Read All Text from File/i, /^outputs\.(?:Text|Data)$/),
  untrusted(
    'mail',
    /^(?=[^:]{0,99}(?:mail|outlook|pop3))[^:]{0,99}::(?:Get|List|Read|Retrieve) [^:]{0,60}(?:Item|Message|Mail)/i,
    /^outputs\.(?:Items|Emails|Messages|Body|Subject|Email)/i,
  ),
  {
    kind: 'source',
    family: 'untrusted',
    words: 'text on the screen',
    steps: 'Read',
    property: /^steps\.\d+\.stage$/,
  },
  untrusted(
    'answer of a server',
    /^(?=[^:]{0,99}(?:http|rest))[^:]{0,99}::/i,
    /^outputs\.(?:Result|Response(?: Content)?|Data)$/i,
    MARK.possible,
  ),
  untrusted(
    'row of a database',
    /^Data - [^:]{0,60}::(?:Get Collection|Get CSV)/i,
    /^outputs\.(?:Results?|CSV)$/i,
    MARK.possible,
  ),
];
