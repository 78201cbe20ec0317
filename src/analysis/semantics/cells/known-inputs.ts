/**
 * Settings of UiPath activities that are inputs: the activity never writes the variable in them. From the vendor's public
 * documentation of its activities (System 26.4, Excel 3.6, Mail 2.9, UI Automation 26.10 and others, 2026).
 */

/** Names that are inputs. Exceptions are `Files` of EnumerateObjects, `Range` of GetSelectedRangeX and GetTableRange. */
const EVERYWHERE = new Set(
  `AppPath Account Address AmountOfTime ArrayRow AssetName Body Bcc Bookmark Cc Cell ClientCertificate CodeFilePath
  ColumnIndex ColumnName Command Condition ContinueOnError Cookies CredentialName DataColumn DataRow DataTable1
  DataTable2 DeferDate DestinationRange Directory DueDate Encoding EndPage EndPoint EntryMethodName ErrorType
  ExistingDbConnection ExistingXML ExistingXMLNode Expression FileName FilePath Files Filter From FullText Headers ImagePath
  Input InputConnection InputObject ItemInformation ItemInformationCollection JSONPayload JsonString Level List
  LookupColumnName LookupValue MacroName MailFolder Message MethodName Name NewColumnName NewSheetName
  OrchestratorFolderName OutputFileName Parameters Path Pattern PdfPath ProcessName QueueName Range Reason Recursive
  Reference Replace Replacement ReplaceWith ResourcePath Search SearchFor SecurePassword SecureText Selector
  Separator Sheet SheetName Source SourcePath SourceRange SourceTable Sql StartingCell StartPage Status Subject Table TableName
  TableToInsert TargetObject TemplatePath TextPayload TimeoutMS Title To Url UserName Values ValueToFind WorkbookPath
  WorkflowFileName XMLString XPathExpression`.split(/\s+/),
);

/** Inputs of one type only: other types have an output of the same name. */
const BY_TYPE: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    AddDataColumn: 'DataTable',
    AddDataRow: 'DataTable',
    AddToCollection: 'Collection Item',
    AppendLine: 'Text',
    AppendCsvFile: 'DataTable',
    AppendRange: 'DataTable',
    Assign: 'Value',
    BulkInsert: 'DataTable',
    ClearCollection: 'Collection',
    ClearDataTable: 'DataTable',
    CopyFile: 'Destination',
    ExcelAppendRange: 'DataTable',
    ExcelWriteCell: 'Text',
    ExcelWriteRange: 'DataTable',
    ExistsInCollection: 'Collection Item',
    FilterDataTable: 'DataTable',
    ForEachRow: 'DataTable',
    GetRowItem: 'Row',
    InsertDataTable: 'DataTable',
    LookupDataTable: 'DataTable',
    MergeDataTable: 'Destination',
    MoveFile: 'Destination',
    OutputDataTable: 'DataTable',
    RemoveDataColumn: 'DataTable',
    RemoveDataRow: 'DataTable Row',
    RemoveDuplicateRows: 'DataTable',
    RemoveFromCollection: 'Collection Item',
    SendOutlookMail: 'Attachments',
    SetTransactionStatus: 'TransactionItem',
    SetTransactionProgress: 'TransactionItem',
    SortDataTable: 'DataTable',
    Throw: 'Exception',
    TypeInto: 'Text',
    WriteCell: 'Text Value',
    WriteCsvFile: 'DataTable',
    WriteLine: 'Text',
    WriteRange: 'DataTable',
    WriteTextFile: 'Text',
  }).map(([type, names]) => [type, new Set(names.split(' '))]),
);

/** Settings with a dot are parts of an input object, or arguments whose direction the file states. */
const isPart = (name: string): boolean => name.includes('.');

/** Returns whether a setting of an activity is known as an input. */
export function isKnownInput(type: string, name: string): boolean {
  return EVERYWHERE.has(name) || isPart(name) || BY_TYPE.get(type)?.has(name) === true;
}

/** Inputs whose value the activity adds to: it is another one behind the step. */
const ADDED_TO: ReadonlyMap<string, string> = new Map(
  Object.entries({
    AddDataRow: 'DataTable',
    AddToCollection: 'Collection',
    AppendItemToCollection: 'Collection',
    MergeDataTable: 'Destination',
    // Commands of Automation 360 (reference of its packages, 2026).
    'List/addItem': 'sourceList',
    'List/listSet': 'sourceList',
    'List/assignToDataTable': 'toTable',
    'Dictionary/put': 'sourceMap',
    'DataTable/insertRow': 'table',
    'DataTable/setCellValue': 'table',
  }),
);

/** Returns whether an activity adds to the value of a setting. */
export const isAddedTo = (type: string, name: string): boolean => ADDED_TO.get(type) === name;
