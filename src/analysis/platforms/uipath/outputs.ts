/**
 * Output properties of activities. In the short form `Result="[answer]"` the file does not mark them; in the long form
 * `OutArgument` does.
 */

/** Properties that are outputs in every type. */
const ALWAYS = new Set(
  `Result AffectedRecords DatabaseConnection ResponseContent ResponseStatus ResponseHeaders ResponseAttachments
  OutputDataTable OutputFile ScreenshotFileInfo Screenshot SavedFile CreatedItem JobId JobOutput FoundElement
  OutUiElement UiBrowser Application OutputVariable ExtractedData`.split(/\s+/),
);

/** Outputs of one type only: other types have an input of the same name. */
const BY_TYPE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    Assign: 'To',
    AssignOperation: 'To',
    GetText: 'Value',
    GetFullText: 'Text',
    GetVisibleText: 'Text',
    GetOCRText: 'Text',
    GetAttribute: 'Result Value',
    GetValue: 'Value',
    NGetText: 'Text TextString',
    NGetAttribute: 'Result Value',
    NGetClipboard: 'Result Text',
    GetRobotAsset: 'Value',
    GetAsset: 'Value',
    GetRobotCredential: 'Username Password',
    GetSecureCredential: 'Username Password',
    GetCredential: 'Username Password',
    GetUsernamePasswordX: 'Username Password',
    RequestCredential: 'Username Password',
    GetQueueItem: 'TransactionItem',
    WaitQueueItem: 'TransactionItem',
    GetQueueItems: 'QueueItems',
    GetTransactionItem: 'TransactionItem',
    ReadTextFile: 'Content',
    ReadRange: 'DataTable Range',
    ExcelReadRange: 'DataTable',
    ReadCsvFile: 'DataTable',
    ReadRangeX: 'SaveTo',
    ExcelReadRangeX: 'SaveTo',
    ReadCellX: 'SaveTo',
    ExecuteQuery: 'DataTable',
    RunQuery: 'DataTable',
    BuildDataTable: 'DataTable',
    GenerateDataTable: 'DataTable',
    ExtractData: 'ExtractMetadata DataTable',
    ExtractDataTable: 'DataTable',
    FilterDataTable: 'OutputDataTable',
    GetOutlookMailMessages: 'Messages',
    GetIMAPMailMessages: 'Messages',
    GetPOP3MailMessages: 'Messages',
    GetExchangeMailMessages: 'Messages',
    TakeScreenshot: 'Result',
    ReadPDFText: 'Text',
    ReadPDFWithOCR: 'Text',
    GetLastDownloadedFile: 'File FileResource',
    ElementExists: 'Exists',
    NElementExists: 'Exists',
    ImageExists: 'Found',
    FindElement: 'FoundElement',
    PathExists: 'Exists',
    HttpClient: 'Result StatusCode Headers.Response',
    DeserializeJson: 'JsonObject',
    GetPassword: 'Result',
    OutputDataTable: 'Text',
    LookupDataTable: 'CellValue RowIndex',
    InvokePowerShell: 'Output',
    ForEachRow: 'CurrentIndex',
    ForEach: 'CurrentIndex',
  }).map(([type, names]) => [type, new Set(names.split(' '))]),
);

const NONE: ReadonlySet<string> = new Set();

/** Returns whether activities of any type write this property. */
export function isOutputAnywhere(property: string): boolean {
  return ALWAYS.has(property);
}

/** Returns the output properties of a type, beside those of every type. */
export function outputsOf(type: string): ReadonlySet<string> {
  return BY_TYPE.get(type) ?? NONE;
}
