/** Places where secret, personal and untrusted data comes into UiPath workflows. */
import { MARK } from '../../../model/data-flow/family.ts';
import { listed } from '../listed.ts';
import { PERSONAL_NAMES } from '../personal-names.ts';
import { type FlowRow, OUTPUT, type SettingTest } from '../row.ts';

/** Workbooks and files with the settings of the process, which its author writes. */
const IS_CONFIGURATION: readonly SettingTest[] = [
  { property: ['WorkbookPath', 'FileName', 'FilePath', 'Path'], is: /config|settings|constants/i },
  { property: ['SheetName', 'Sheet', 'Range'], is: /settings|constants|assets|config/i },
];

const MAIL =
  listed(`GetOutlookMailMessages GetIMAPMailMessages GetPOP3MailMessages GetExchangeMailMessages GetMail GetMailX
  GetNewestEmail GetEmailById GetEmailListConnections GetMailConnections ForEachEmailX ForEachEmailConnections GetEmailsGmail
  GetLotusNotesMailMessages`);
const SHEET =
  listed(`ReadRange ReadCell ReadRow ReadColumn ExcelReadRange ExcelReadCell ExcelReadRow ExcelReadColumn ReadRangeX
  ReadCellX ExcelReadRangeX ExcelReadCellX ReadCellFormula ExcelForEachRowX GSuiteReadRange ReadRangeConnections
  ReadCellConnections ReadRowConnections ReadColumnConnections`);
const SCREEN =
  listed(`GetText NGetText GetFullText GetVisibleText GetValue GetAttribute NGetAttribute GetWebAttribute ExtractData
  ExtractDataTable NExtractData NExtractDataGeneric CVGetTextWithDescriptor CvGetTextWithDescriptor GetScreenText`);
const SCANNED = listed(
  'GetOCRText ReadPDFWithOCR ReadPDFText ExtractDocumentData DigitizeDocument WordReadText ReadTextInDocument',
);
const RESULTS =
  listed(`Result Results Value Text TextString DataTable SaveTo Content Messages ExtractedData OutputDataTable ReturnValue
  Table Cell Row Column Output`);

const untrusted = (
  what: string,
  steps: readonly string[],
  more: { readonly unless?: readonly SettingTest[]; readonly isDoubtful?: true } = {},
): FlowRow => ({
  kind: 'source',
  family: 'untrusted',
  words: what,
  steps,
  property: [OUTPUT, ...RESULTS],
  ...(more.unless && { unless: more.unless }),
  ...(more.isDoubtful && { marks: MARK.possible }),
});

export const UIPATH_SOURCES: readonly FlowRow[] = [
  { kind: 'symbol-source', family: 'personal', words: 'personal data', names: PERSONAL_NAMES },
  { kind: 'item-source', family: 'personal', words: 'personal data', names: PERSONAL_NAMES },
  untrusted('mail', MAIL),
  {
    kind: 'symbol-source',
    family: 'untrusted',
    words: 'mail',
    types: /(?:^|\.)(?:MailMessage|OutlookMailMessage|Office365Message|IMailMessage)$/,
    isInput: true,
  },
  {
    kind: 'source',
    family: 'untrusted',
    words: 'queue item',
    steps: listed('GetQueueItem GetTransactionItem WaitQueueItem WaitForQueueItemAndResume GetQueueItems'),
    property: listed('TransactionItem QueueItem QueueItems Result'),
  },
  {
    kind: 'symbol-source',
    family: 'untrusted',
    words: 'queue item',
    types: /(?:^|\.)QueueItem$/,
    isInput: true,
  },
  untrusted('workbook', SHEET, { unless: IS_CONFIGURATION }),
  untrusted('CSV file', ['ReadCsvFile', 'ReadCSV'], { unless: IS_CONFIGURATION }),
  // Mostly a template or a script of the author.
  untrusted('file', ['ReadTextFile'], { unless: IS_CONFIGURATION, isDoubtful: true }),
  untrusted('text on the screen', SCREEN),
  untrusted('document', SCANNED),
  untrusted('answer of a server', listed('HttpClient NetHttpRequest SoapClient'), { isDoubtful: true }),
  untrusted(
    'answer of a person',
    listed('InputDialog CustomInput WaitForFormTaskAndResume WaitForAppTaskAndResume'),
  ),
  untrusted(
    'answer of a language model',
    listed(
      'ContentGeneration GenerateText GenAITextGeneration SummarizeText PromptActivity GenerateChatCompletion InvokeAgent RunAgent',
    ),
  ),
  untrusted('row of a database', listed('ExecuteQuery RunQuery'), { isDoubtful: true }),
];
