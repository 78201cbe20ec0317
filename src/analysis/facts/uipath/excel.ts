/** Facts of UiPath.Excel.Activities 3.6. */
import type { PackageFacts } from '../package-facts.ts';

export const EXCEL: PackageFacts = {
  name: 'UiPath.Excel.Activities',
  version: '3.6',
  source: 'activity-docs/UiPath.Excel.Activities/3.6/activities',
  activities: `
AddSensitivityLabelX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle SensitivityLabel!:Object Justification:String
AppendRange WorkbookPath:String WorkbookPathResource:IResource SheetName!:String DataTable!:DataTable Password:String Workbook:Workbook
AppendRangeX @ExcelApplicationCard SourceRange!:IReadRangeRef DestinationRange!:IReadWriteRangeRef PasteOptions:CopyPasteRangeOptions Transpose:Boolean StartingColumnName:String HasHeaders:Boolean DestinationHasHeaders:Boolean
AppendWriteCsvFile FilePath:String PathResource:IResource DataTable!:DataTable CsvAction!:CsvWriteAction AddHeaders:Boolean DelimitatorForViewModel:DelimiterOptions Encoding:String ShouldQuote:Boolean Delimitator:Delimitator Delimiter:Delimitator
AutoFillX @ExcelApplicationCard StartRange!:IWellDefinedReadRangeRef
AutoFitX @ExcelApplicationCard Range!:IReadRangeRef Columns:Boolean Rows:Boolean
ChangePivotTableDataSourceX @ExcelApplicationCard PivotTable!:IPivotTableRef NewSourceRange!:IWellDefinedReadRangeRef
ClearRangeX @ExcelApplicationCard TargetRange!:IReadWriteRangeRef HasHeaders:Boolean
CopyChartToClipboardX @ExcelApplicationCard Chart!:IChartRef Action!:ExcelChartAction FilePath:String ReplaceFile:Boolean
CopyPasteRangeX @ExcelApplicationCard SourceRange!:IReadRangeRef DestinationRange!:IReadWriteRangeRef PasteOptions:CopyPasteRangeOptions ExcludeHeaders:Boolean ExcludeHeaderFromSourceTable:Boolean Transpose:Boolean
CreateNewWorkbook WorkbookPath!:String SheetName!:String ConflictResolution:ConflictBehavior Password:String WorkbookFile>:Workbook
CreatePivotTable WorkbookPath:String WorkbookPathResource:IResource UseTableSource:Boolean SourceSheet:String SourceRange:String SourceTable:String SheetName!:String PlacementCell:String PivotTableName!:String PivotTableFields:List<InArgument<PivotTableField>> PivotTableFieldsVariable:IEnumerable<PivotTableField> LayoutRowType:PivotTableLayoutRowType ValuesMode:PivotTableValuesMode Password:String Workbook:Workbook
CreatePivotTableXv2 @ExcelApplicationCard Range!:IReadRangeRef TableName!:String DestinationRange!:IReadWriteRangeRef LayoutRowType:PivotTableLayoutRowType ValuesMode:PivotTableValuesMode
CreateTableX @ExcelApplicationCard Range!:IReadWriteRangeRef TableName:String HasHeaders:Boolean ReplaceExisting:Boolean OutTableName>:String
DeleteColumnX @ExcelApplicationCard Range!:IReadWriteRangeRef ColumnName!:String HasHeaders:Boolean
DeleteRowsX @ExcelApplicationCard Range!:IReadWriteRangeRef DeleteRowsOption!:DeleteRowsOption RowPositions:String HasHeaders:Boolean
DeleteSheetX @ExcelApplicationCard Sheet!:ISheetRef
DuplicateSheetX @ExcelApplicationCard SheetToDuplicate!:ISheetRef NewSheetName!:String
ExcelApplicationCard WorkbookPath!:String Password:String SecurePassword:SecureString EditPassword:String SecureEditPassword:SecureString CreateNewFile:Boolean AutoSave:Boolean ReadOnly:Boolean KeepExcelFileOpen:Boolean UseTemplate:Boolean TemplatePath:String ReadFormatting:ReadFormattingOptions? ResizeWindow:ResizeWindowOptions SensitivityOperation:ExcelLabelOperation SensitivityLabel:Object VariableName!:String
ExcelForEachRowX @ExcelApplicationCard Range!:IReadRangeRef HasHeaders:Boolean EmptyRowBehavior:EmptyRowBehavior SaveAfterEachRow:Boolean
ExcelProcessScopeX ProcessMode:ExcelProcessMode? LaunchMethod:ExcelStartMethod? LaunchTimeout:Int32? FileConflictResolution:ExcelFileConflictResolution? ExistingProcessAction:ExistingExcelProcessAction? DisplayAlerts:Boolean? ShowExcelWindow:Boolean? MacroSettings:MacroSetting?
ExecuteMacroX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle MacroName!:String
ExportExcelToCsvX @ExcelApplicationCard FilePath!:String TargetRange!:IReadRangeRef
FillRangeX @ExcelApplicationCard DestinationRange!:IWellDefinedReadWriteRangeRef Value!:Object
FilterPivotTableX @ExcelApplicationCard Table!:IPivotTableRef ColumnName!:String ClearFilter:Boolean BasicFilter:ExcelFilterSettings FilterArgument:FilterArgument
FilterX @ExcelApplicationCard Range!:IReadWriteRangeRef ColumnName:String ClearFilter:Boolean UseAdvancedFilter:Boolean BasicFilter:ExcelFilterSettings AdvancedFilter:ExcelFilterSettings
FindFirstLastDataRowX @ExcelApplicationCard Range!:IReadRangeRef ColumnName!:String FirstRowOffset:Int32 LastRowOffset:Int32 BlankRowsToSkip:Int32 HasHeaders:Boolean ConfigureLastRowAs:LastRowConfiguration VisibleRowsOnly:Boolean FirstRowIndex>:Int32 LastRowIndex>:Int32
FindReplaceValueX @ExcelApplicationCard Operation!:FindReplaceOptions WhereToSearch!:IReadRangeRef ValueToFind!:Object ReplaceWith:Object LookIn:LookInOptions MatchCase:Boolean MatchEntireCellContents:Boolean FoundAt>:String
ForEachSheetX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle VariableName:String CurrentSheet:WorksheetQuickHandle CurrentIndex:Int32
FormatRangeX @ExcelApplicationCard Range!:IReadRangeRef FormatType:CellFormatType CategoryType:CellFormat NumberDecimalPlaces:Int32 NumberUseThousandSeparator:Boolean CurrencyDecimalPlaces:Int32 CurrencyUseThousandSeparator:Boolean CurrencySymbol:String CurrencySetAtTheEnd:Boolean PercentageDecimalPlaces:Int32 DateType:DateType TimeType:TimeType TimeIsAMPM:Boolean CustomFormatAsString:String HorizontalAlignment:ExcelRangeHorizontalAlignment VerticalAlignment:ExcelRangeVerticalAlignment WrapText:Boolean FontFamily:String FontStyle:ExcelRangeFontStyle FontSize:Double FontColor:String FontFillColor:String FontUnderlineStyle:ExcelRangeUnderlineStyle
GetCellColor WorkbookPath:String WorkbookPathResource:IResource SheetName!:String Cell!:String Password:String Workbook:Workbook Color>:System.Drawing.Color
GetCellColorX @ExcelApplicationCard Cell!:IReadCellRef OutputColor>:System.Drawing.Color
GetSelectedRangeX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle Range>:IReadRangeRef
GetSensitivityLabelX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle SensitivityLabel>:IExcelLabelObject
GetSheets WorkbookPath:String WorkbookPathResource:IResource OnlyVisibleSheets:Boolean Password:String Workbook:Workbook Result>:IEnumerable<string>
GetTableRange WorkbookPath:String WorkbookPathResource:IResource SheetName!:String TableName!:String IsPivot:Boolean Password:String Workbook:Workbook Range>:String
InsertChart WorkbookPath:String WorkbookPathResource:IResource UseTableSource:Boolean SourceSheet:String SourceRange:String SourceTable:String SheetName!:String ChartCategory!:ExcelChartCategory ChartType!:ExcelChartType ChartHeight!:Int32 ChartWidth!:Int32 Left!:Int32 Top!:Int32 Password:String Workbook:Workbook ChartName>:String
InsertColumnX @ExcelApplicationCard Range!:IReadWriteRangeRef RelativeColumnName!:String RelativePosition!:ColumnRelativePosition NewColumnName:String HasHeaders:Boolean CategoryType:CellFormat NumberDecimalPlaces:Int32 NumberUseThousandSeparator:Boolean CurrencyDecimalPlaces:Int32 CurrencyUseThousandSeparator:Boolean CurrencySymbol:String CurrencySetAtTheEnd:Boolean PercentageDecimalPlaces:Int32 DateType:DateType TimeType:TimeType TimeIsAMPM:Boolean CustomFormatAsString:String
InsertExcelChartX @ExcelApplicationCard Range!:IReadRangeRef InsertIntoSheet!:ISheetRef ChartCategory!:ExcelChartCategory ChartType!:ExcelChartType ChartHeight!:Int32 ChartWidth!:Int32 Left!:Int32 Top!:Int32 InsertedChart>:IChartRef
InsertRowsX @ExcelApplicationCard Range!:IReadWriteRangeRef NbOfRows!:Int32 InsertPosition:InsertRowPosition SpecificIndex:Int32 HasHeaders:Boolean
InsertSheetX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle Name!:String ReferenceNewSheetAs>:ISheetRef
InvokeVBAX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle EntryMethodName!:String CodeFilePath!:String
LookupX @ExcelApplicationCard SourceRange!:IReadRangeRef ResultRange:IReadRangeRef Label!:Object
MatchFunctionX @ExcelApplicationCard ValueToMatch!:Object InRange!:IWellDefinedReadRangeRef MatchFunctionType:MatchType SaveTo>:Int32
ProtectSheetX @ExcelApplicationCard Sheet!:ISheetRef Password:String SecurePassword:SecureString AdditionalPermissions:ProtectSheetAdditionalPermissions
ReadCell WorkbookPath:String WorkbookPathResource:IResource SheetName!:String Cell!:String PreserveFormat:Boolean Password:String Workbook:Workbook Result>:Object
ReadCellFormula WorkbookPath:String WorkbookPathResource:IResource SheetName!:String Cell!:String Password:String Workbook:Workbook Result>:String
ReadCellFormulaX @ExcelApplicationCard Cell!:IReadCellRef SaveTo>:String
ReadCellValueX @ExcelApplicationCard Cell!:IReadCellRef GetFormattedText:Boolean SaveTo>:Object
ReadColumn WorkbookPath:String WorkbookPathResource:IResource SheetName!:String StartingCell!:String PreserveFormat:Boolean Password:String Workbook:Workbook Result>:IEnumerable<object>
WriteCsvFile #AppendWriteCsvFile FilePath:String PathResource:IResource DataTable!:DataTable Delimitator:Delimitator Delimiter:Delimitator Encoding:String
AppendToCsvFile #AppendWriteCsvFile FilePath:String PathResource:IResource DataTable!:DataTable Delimitator:Delimitator Delimiter:Delimitator Encoding:String
ReadCsvFile FilePath:String PathResource:IResource IncludeColumnNames:Boolean DelimitatorForViewModel:DelimiterOptions Encoding:String IgnoreQuotes:Boolean DataTable>:DataTable Delimitator:Delimitator Delimiter:Delimitator
ReadRange WorkbookPath:String WorkbookPathResource:IResource SheetName!:String Range:String AddHeaders:Boolean PreserveFormat:Boolean Password:String Workbook:Workbook DataTable>:DataTable
ReadRangeX @ExcelApplicationCard Range!:IReadRangeRef ReadFormatting:ReadFormattingOptions? HasHeaders:Boolean VisibleOnly:Boolean SaveTo>:DataTable
ReadRow WorkbookPath:String WorkbookPathResource:IResource SheetName!:String StartingCell!:String PreserveFormat:Boolean Password:String Workbook:Workbook Result>:IEnumerable<object>
RefreshDataConnectionsX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle
RefreshPivotTableX @ExcelApplicationCard Table!:IPivotTableRef LayoutRowType:PivotTableLayoutRowType?
RemoveDuplicatesX @ExcelApplicationCard Range!:IReadWriteRangeRef ColumnsCompareMode:ColumnsCompare Columns:List<InArgument<string>> HasHeaders:Boolean
RenameSheetX @ExcelApplicationCard From!:ISheetRef To!:String
SaveAsPdfX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle DestinationPdfPath!:String StartPage:Int32? EndPage:Int32? SaveQuality:PdfSaveQuality ReplaceExisting:Boolean
SaveExcelFileAsX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle SaveAsFileType!:ExcelSaveAsType FilePath!:String ReplaceExisting:Boolean
SaveExcelFileX @ExcelApplicationCard Workbook!:IWorkbookQuickHandle
SelectRangeX @ExcelApplicationCard Range!:IReadRangeRef
SetRangeColor WorkbookPath:String WorkbookPathResource:IResource SheetName!:String Range!:String Color!:System.Drawing.Color Password:String Workbook:Workbook
SortX @ExcelApplicationCard Range!:IReadWriteRangeRef HasHeaders:Boolean
TextToColumnsX @ExcelApplicationCard SourceRange!:IWellDefinedReadRangeRef DestinationRange!:IReadWriteRangeRef ParsingType:TextToColumnsParsingType NumberOfCharactersPerColumn:Int32 SplitByTabs:Boolean SplitBySemicolon:Boolean SplitByComma:Boolean SplitBySpace:Boolean SplitByLineBreak:Boolean SplitByOther:Boolean OtherSeparator:Char? ConsecutiveOperatorsAsOne:Boolean TextQualifier:TextToColumnsTextQualifier
UnprotectSheetX @ExcelApplicationCard Sheet!:ISheetRef Password:String SecurePassword:SecureString
UpdateChart WorkbookPath:String WorkbookPathResource:IResource ChartName!:String SheetName:String Modifications:List<InArgument<IChartModification>> ModificationsVariable:IEnumerable<IChartModification> Password:String Workbook:Workbook
UpdateChartX @ExcelApplicationCard Chart!:IChartRef ModificationToAdd:UpdateChartModification
VLookupX @ExcelApplicationCard SourceRange!:IReadRangeRef Label!:Object ColumnIndex:Int32 ExactMatch:Boolean
WriteCell WorkbookPath:String WorkbookPathResource:IResource SheetName!:String Cell!:String Text!:String Password:String Workbook:Workbook
WriteCellX @ExcelApplicationCard Value!:Object Cell!:IReadWriteCellRef AutoIncrementRow:Boolean
WriteRange WorkbookPath:String WorkbookPathResource:IResource SheetName!:String StartingCell:String DataTable!:DataTable AddHeaders:Boolean Password:String Workbook:Workbook
WriteRangeX @ExcelApplicationCard Source!:DataTable Destination!:IReadWriteRangeRef Append:Boolean ExcludeHeaders:Boolean IgnoreEmptySource:Boolean
ExcelReadRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelWriteRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelAppendRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelReadCell #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelWriteCell #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelReadCellFormula #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelReadRow #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelReadColumn #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelDeleteRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelDeleteColumn #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelInsertColumn #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelInsertDeleteRows #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelInsertDeleteColumns #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelLookUpRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelSelectRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelGetSelectedRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelGetCellColor #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelSetRangeColor #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelSaveWorkbook #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelCloseWorkbook #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelCopySheet #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelGetWorkbookSheet #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelGetWorkbookSheets #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelCopyPasteRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelAutoFillRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelCreateTable #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelFilterTable #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelSortTable #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelGetTableRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelRemoveDuplicatesRange #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelRefreshPivotTable #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExcelCreatePivotTable #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
ExecuteMacro #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
InvokeVBA #../../../../legacy/activity-docs/Excel @ExcelApplicationScope
PivotTableFieldX #../../../../xaml/common-pitfalls @CreatePivotTableX
`,
  enumerations: `
CellFormat Currency Custom Date General Number Percentage Text Time
CellFormatType Alignment DataType Font
ColumnRelativePosition After Before
ColumnsCompare AllColumns IndividualColumns
ConflictBehavior Error Replace Skip
CopyPasteRangeOptions All Formats Formulas Values
CsvWriteAction Append Write
DateType Long Short
DeleteRowsOption Duplicates Hidden Specific Visible
DelimiterOptions Caret Comma Pipe Semicolon Tab
EmptyRowBehavior Process Skip Stop StopAfterThreeConsecutiveEmptyRows
ExcelChartAction CopyToClipboard SaveAsPicture
ExcelChartCategory Area Bar Column Line Pie Scatter
ExcelFileConflictResolution CloseWithoutSaving None PromptUser ThrowException
ExcelLabelOperation Add Clear None
ExcelProcessMode AlwaysCreateNew AttendedUser OnlyIfExists ReuseIfExists
ExcelRangeFontStyle Bold BoldItalic Italic Regular
ExcelRangeHorizontalAlignment xlHAlignCenter xlHAlignCenterAcrossSelection xlHAlignDistributed xlHAlignFill xlHAlignGeneral xlHAlignJustify xlHAlignLeft xlHAlignRight
ExcelRangeUnderlineStyle Double DoubleAccounting None Single SingleAccounting
ExcelRangeVerticalAlignment xlVAlignBottom xlVAlignCenter xlVAlignDistributed xlVAlignJustify xlVAlignTop
ExcelSaveAsType BinaryWorkbook MacroEnabledWorkbook OldWorkbook OpenXmlWorkbook
ExcelStartMethod Application Automation
ExistingExcelProcessAction ForceKill None
FindReplaceOptions Find Replace ReplaceAll
InsertRowPosition End Specific Start
LastRowConfiguration FirstEmptyRow LastPopulatedRow
LookInOptions Formulas Values
MacroSetting DisableAll EnableAll ReadFromExcelSettings
MatchType ExactlyEqual LargestValueLessOrEqual SmallestValueGreaterOrEqual
PdfSaveQuality MinimumQuality StandardQuality
PivotTableLayoutRowType Compact Outline Tabular
PivotTableValuesMode Columns Rows
ProtectSheetAdditionalPermissions AllowDeletingColumns AllowDeletingRows AllowFiltering AllowFormattingCells AllowFormattingColumns AllowFormattingRows AllowInsertingColumns AllowInsertingHyperlinks AllowInsertingRows AllowSorting AllowUsingPivotTables DrawingObjects None Scenarios
ReadFormattingOptions Default DisplayValue RawValue
ResizeWindowOptions Maximize Minimize None
TextToColumnsParsingType Delimited FixedWidth
TextToColumnsTextQualifier DoubleQuote None SingleQuote
TimeType HoursMinutes HoursMinutesSeconds
UpdateChartModification ChangeDataRange ModifyChartTitle ShowHideDataLabels ShowHideLegend UpdateAxisBounds UpdateAxisTitle
`,
  settings: `
ExcelDeleteRange: Range:fixed-cells ShiftCells=True -> -; [low] it deletes whatever stands in these cells that day, also when a row was added or a filter hides some; activity-packages/excel-activities/playbooks/delete-range-failures.md
ExcelApplicationCard ExcelApplicationScope ProtectSheetX UnprotectSheetX: Password -> !SecurePassword; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
ExcelApplicationCard ExcelApplicationScope: EditPassword -> !SecureEditPassword; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
ExcelApplicationCard: SensitivityOperation=Add -> SensitivityLabel; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
DeleteRowsX: DeleteRowsOption=Specific -> RowPositions; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
FilterX: ClearFilter=False -> FilterArgument; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
FilterX: ClearFilter=False -> ColumnName; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
ReadRange WriteRange AppendRange ReadCell WriteCell ReadCellFormula ReadColumn ReadRow GetCellColor GetSheets GetTableRange InsertChart SetRangeColor UpdateChart CreatePivotTable: WorkbookPath -> !WorkbookPathResource; the workflow does not pass validation, so no run starts; activities/WriteRange.md
ReadRange WriteRange AppendRange ReadCell WriteCell ReadCellFormula ReadColumn ReadRow GetCellColor GetSheets GetTableRange InsertChart SetRangeColor UpdateChart CreatePivotTable: Workbook -> !WorkbookPath; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
InsertRowsX: InsertPosition=Specific -> SpecificIndex; the step fails, as it does not say where the rows go; activities/InsertRowsX.md
FindReplaceValueX: Operation=Replace,ReplaceAll LookIn=Formulas -> LookIn=Values; the workflow does not pass validation, so no run starts; activities/FindReplaceValueX.md
TextToColumnsX: ParsingType=FixedWidth -> NumberOfCharactersPerColumn; the step fails, as it does not know the width of a column; activities/TextToColumnsX.md
TextToColumnsX: SplitByOther=True -> ParsingType=FixedWidth|OtherSeparator; the step fails, as it does not know the character to split at; activities/TextToColumnsX.md
TextToColumnsX: SplitByLineBreak=True SplitByOther=True -> -; the workflow does not pass validation, so no run starts; activities/TextToColumnsX.md
AutoFitX: Columns=False Rows=False -> -; the workflow does not pass validation, so no run starts; activities/AutoFitX.md
CopyChartToClipboardX: Action=SaveAsPicture -> FilePath; the step fails, as it has no file for the picture; activities/CopyChartToClipboardX.md
RemoveDuplicatesX: ColumnsCompareMode=IndividualColumns -> Columns; the step fails, as it has no column to compare; activities/RemoveDuplicatesX.md
ReadCsvFile AppendWriteCsvFile WriteCsvFile AppendToCsvFile: FilePath -> !PathResource; the workflow does not pass validation, so no run starts; activities/ReadCsvFile.md
`,
  values: `
ReadCsvFile AppendWriteCsvFile WriteCsvFile AppendToCsvFile: Delimiter|Delimitator one-of Comma Semicolon Pipe Caret Tab; activity-packages/csv-activities/playbooks/write-csv-invalid-delimiter.md
ReadCsvFile AppendWriteCsvFile WriteCsvFile AppendToCsvFile: FilePath local-path; activity-packages/csv-activities/playbooks/csv-file-locked-or-invalid-path.md
ReadCsvFile AppendWriteCsvFile WriteCsvFile AppendToCsvFile: Encoding encoding; activity-packages/csv-activities/playbooks/write-csv-unsupported-encoding.md
ReadRange WriteRange AppendRange ReadCell WriteCell ReadCellFormula ReadColumn ReadRow ExcelReadRange ExcelWriteRange ExcelReadCell ExcelWriteCell ExcelReadCellFormula ExcelReadRow ExcelReadColumn ExcelLookUpRange ExcelDeleteRange ExcelSelectRange SetRangeColor GetCellColor: Range|StartingCell|CellName|Cell range; activity-packages/gsuite-activities/playbooks/sheets-invalid-range.md
ExcelLookUpRange LookUpRangeX LookupX: Range filled-range; activity-packages/excel-activities/playbooks/lookup-range-invalid-range.md
WriteCell ExcelWriteCell WriteCellX: Value|Text|Formula formula; activity-packages/excel-activities/playbooks/write-cell-failures.md
ReadRange WriteRange AppendRange ReadCell WriteCell ReadCellFormula ReadColumn ReadRow GetSheets GetTableRange: WorkbookPath local-path; activity-packages/excel-activities/playbooks/read-range-file-not-found.md
ReadRange WriteRange AppendRange ReadCell WriteCell ReadCellFormula ReadColumn ReadRow GetSheets GetTableRange: WorkbookPath extension .xlsx .xlsm .xls .xlsb .xltx .xltm; activity-packages/excel-activities/playbooks/append-range-failures.md
InvokeVBA InvokeVBAX: EntryMethodName macro-name; activity-packages/excel-activities/playbooks/invoke-vba-entry-method-name.md
InvokeVBA InvokeVBAX: CodeFilePath text-file; activity-packages/excel-activities/playbooks/invoke-vba-code-file-path.md
InsertRowsX: NbOfRows between 1; activities/InsertRowsX.md
SaveAsPdfX: StartPage|EndPage between 1; activities/SaveAsPdfX.md
FindReplaceValueX: ValueToFind filled; activities/FindReplaceValueX.md
InsertSheetX: Name filled; activities/InsertSheetX.md
RenameSheetX: To filled; activities/RenameSheetX.md
DuplicateSheetX: NewSheetName filled; activities/DuplicateSheetX.md
DeleteColumnX: ColumnName filled; activities/DeleteColumnX.md
ExcelApplicationScope ExcelApplicationCard: WorkbookPath extension .xlsx .xlsm .xls .xlsb .xltx .xltm .xlt .csv .xml .txt .xlam .ods; activity-docs/UiPath.Excel.Activities/3.6/activities/ExcelApplicationCard.md
`,
  defects: `
ExcelApplicationCard: <2.23.4 SensitivityLabel; it does not know the label; 2.23.4; activity-packages/excel-activities/playbooks/excel-application-card-failures.md
`,
};
