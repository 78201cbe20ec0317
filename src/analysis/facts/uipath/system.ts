/** Facts of UiPath.System.Activities 26.4. */
import type { PackageFacts } from '../package-facts.ts';

export const SYSTEM: PackageFacts = {
  name: 'UiPath.System.Activities',
  version: '26.4',
  source: 'activity-docs/UiPath.System.Activities/26.4/activities',
  activities: `
AddDataColumn DataTable!:DataTable ColumnName:String Column:DataColumn AllowDBNull:Boolean AutoIncrement:Boolean DefaultValue:T MaxLength:Int32 Unique:Boolean
AddDataRow ArrayRow:Object[] DataRow:DataRow DataTable!>:DataTable
AddLogFields Fields:Dictionary<string,InArgument>
AddOrSubtractFromDate Source!:DateTime AmountOfTime:Int32 SelectedOperation:DateOperations UnitOfTime:UnitsOfTime Result>:DateTime
AddQueueItem QueueType!:String DeferDate:DateTime DueDate:DateTime Reference:String ItemInformationCollection:Dictionary<string,object> Priority:QueueItemPriority ItemInformation:Dictionary<string,InArgument>
AddTransactionItem Reference:String TransactionInformation:Dictionary<string,InArgument> TransactionItem>:QueueItem
AppendItemToCollection Collection!:ICollection<T> Items!:IEnumerable<InArgument<T>> Result>:List<T>
AppendLine FileName:String File:ILocalResource Text!:String Encoding:String UseDefaultEncoding:Boolean
Assign Value!:T To>:T
Beep
BeginProcess ProcessName!:String FolderPath:String EntryPointPath:String ArgumentsVariable:Dictionary<string,object> UsePackage:Boolean TargetSession:InvokeProcessTargetSession
Break
BuildCollection FirstItem!:T NextItems:List<InArgument<T>> Items:ICollection<T> Result>:List<T>
BulkAddQueueItems QueueName!:String QueueItemsDataTable!:DataTable CommitType:CommitTypeEnum Result>:DataTable
ChangeCase Source!:String ChangeCaseOptions:ChangeCaseOptions Result>:String
ChangeType Value!:Object Result>:T
CheckFalse Expression!:Boolean ErrorMessage:String Result>:Boolean
CheckTrue Expression!:Boolean ErrorMessage:String Result>:Boolean
ClearDataTable DataTable!>:DataTable
CollectionToDataTable Collection!:ICollection<T> DataTable>:DataTable
CombineText Source:IEnumerable<String> Separator!:String Result>:String
Comment Text:String
CommentOut
CompressFiles CompressedFileName!:String ResourcesToArchive:IEnumerable<IResource> ContentToArchive:List<InArgument<string>> AllowDuplicateContentNames:Boolean Password:String SecurePassword:SecureString CompressionLevel:ArchiveCompressionLevel EncryptionAlgorithm:ArchiveEncryptionAlgorithm OverrideExistingFile:Boolean CodePage:CodePages CompressedFileInfo>:FileInfo CompressedResource>:ILocalResource
Continue
CopyFile Path:String PathResource:IResource Destination:String DestinationResource:IResource ContinueOnError:Boolean Overwrite:Boolean
CopyFolderX From:String FromResource:IResource To:String ToResource:IResource ContinueOnError:Boolean IncludeSubfolders:Boolean Overwrite:Boolean
CreateDirectory Path!:String ContinueOnError:Boolean Output>:ILocalResource
CreateFile Path:String PathResource:IResource Name:String ContinueOnError:Boolean Output>:ILocalResource
Delay Duration!:TimeSpan
Delete Path:String ResourceFile:ILocalResource ContinueOnError:Boolean
DeleteQueueItems FolderPath:String QueueItems:IEnumerable<QueueItem>
DeleteStorageFile Path!:String
InterruptibleDoWhile #DoWhile MaxIterations:Int32 Body:Activity CurrentIndex>:Int32
DownloadFileFromUrl Url!:String ConflictResolution:FileConflictBehavior ResponseAttachment>:ILocalResource
DownloadStorageFile Path!:String Destination:String Result>:ILocalResource
IfElseIfV2 #ElseIf Condition:Boolean ElseIfs:BindingList<IfElseIfBlock> Else:Activity
EvaluateBusinessRule BusinessRule!:String Arguments:Dictionary<string,Argument> ArgumentsVariable:Dictionary<string,object>
ExistsInCollection Collection!:ICollection<T> Item!:T Exists>:Boolean Index>:Int32
ExtractDateTime Source!:String Format!:String LocalizationCode:CultureInfo Result>:DateTime Results>:IEnumerable<DateTime>
ExtractFiles FileToExtract:String File:IResource DestinationFolder:String ConflictResolution:FileConflictBehavior Password:String ExtractToADedicatedFolder:Boolean SkipUnsupportedFiles:Boolean CodePage:CodePages Content>:ILocalResource[] DestinationFolderInfo>:DirectoryInfo
ExtractText Source!:String StartingText:String EndingText:String ExtractOptions:TextExtractOptions IgnoreDuplicates:Boolean MatchCase:Boolean ExtractBaseURLOnly:Boolean Result>:String Results>:IEnumerable<String>
FilterCollection Collection!:ICollection<T> FilterAction:FilterAction Filter:CollectionFilterSettings Result>:List<T>
FilterDataTable DataTable:DataTable FilterRowsMode:SelectMode Filters:List<FilterOperationArgument> OutputDataTable>:DataTable OutputFirstRow>:DataRow
FindAndReplace Source!:String ValueToFind:String ReplaceWith:String MatchCase:Boolean Result>:String
ForEach Values:System.Collections.IEnumerable MaxIterations:Int32 TypeOfValues:Type CurrentIndex>:Int32
ForEachRow DataTable!:DataTable MaxIterations:Int32 CurrentIndex>:Int32
FormatDateAsText Source!:DateTime Format!:String LocalizationCode:CultureInfo Result>:String
FormatValue Value!>:GenericValue Format:IFormatProvider
GenerateDataTable Input:String ContinueOnError:Boolean ParsingMethod:DataTableParsingMethod AutoDetectTypes:Boolean UseColumnHeader:Boolean UseRowHeader:Boolean AllowMisalignedColumns:Boolean DataTable>:DataTable
GetCurrentJobInfo Result>:CurrentJobInfo
GetEnvironmentFolder SpecialFolder:System.Environment.SpecialFolder FolderPath>:String
GetEnvironmentVariable Variable!:String VariableValue>:String
GetJobs Filter:String Skip:Int32 Top:Int32 FilterBuilder:JobFilterSettings Result>:IEnumerable<OrchestratorJob>
GetLastDownloadedFile DownloadFolder!:String Timeout:Int32 IgnoreFiles:String File>:FileInfo FileResource>:ILocalResource
GetProcesses ContinueOnError:Boolean Processes>:Collection<Process>
GetQueueItem QueueType!:String Reference:String FolderPath:String TimeoutMS:Int32 ContinueOnError:Boolean FilterStrategy:ReferenceFilterStrategy TransactionItem>:QueueItem SpecificData>:Object
GetQueueItems QueueName!:String Filter:String Skip:Int32 Top:Int32 FilterBuilder:QueueItemFilterSettings FilterByCurrentRobot:Boolean Result>:IEnumerable<QueueItem>
GetRobotAsset AssetName:String CacheStrategy:CacheStrategyEnum Value>:Object
GetRobotCredential AssetName:String Username>:String Password>:SecureString
GetRowItem Row!:DataRow ColumnName:String ColumnIndex:Int32 Value>:Object
GetSecret AssetName:String Secret>:SecureString
GetUsernamePasswordX CredentialName:String OrchestratorCredentialName:String TimeoutInSeconds:Int32 AppOrSite:String AutosubmitTimeoutSeconds:Int32 CredentialNameProperty:String CredentialsSource:CredentialSource ExistingCredentialWarning:String MissingCredentialWarning:String Password:String UserName:String Credential>:PasswordCredentials
If Condition!:Boolean Then:Activity Else:Activity
InvokeCode ContinueOnError:Boolean Code:String Language:NetLanguage Arguments:Dictionary<string,Argument>
InvokeComMethod MethodName!:String CLSID:String ProgID:String ContinueOnError:Boolean Arguments:Dictionary<string,Argument> BindingFlags:BindingFlags Result>:Object
InvokeProcess ProcessName!:String FolderPath:String EntryPointPath:String UsePackage:Boolean TargetSession:InvokeProcessTargetSession OutputArguments>:Dictionary<string,object>
InvokeVBScript FileName!:String TimeoutMS:Int32 KillOnTimeout:Boolean RunInBatchMode:Boolean UnicodeSupport:Boolean WaitForOutput:Boolean Arguments:List<InArgument<string>> Result>:String
InvokeWorkflowFile #InvokeWorkflow WorkflowFileName!:String ArgumentsVariable:Dictionary<string,object> Timeout:TimeSpan UnSafe:Boolean TargetSession:InvokeWorkflowTargetSession Arguments:Dictionary<string,Argument> LogEntry:LogEntryType LogExit:LogExitType Level:LogLevel
IsMatch Input!:String Pattern!:String TimeoutMS:Int32 RegexOption:RegexOptions Result>:Boolean
JoinDataTables DataTable1!:DataTable DataTable2!:DataTable JoinType:JoinType Arguments:List<JoinOperationArgument> OutputDataTable>:DataTable
KillProcess Process:Process ProcessName:String AppliesTo:KillProcessApplyOn ContinueOnError:Boolean
ListStorageFiles Directory!:String Filter:String Recursive:Boolean
LogMessage Level!:LogLevel Message:Object
LookupDataTable DataTable!:DataTable LookupValue!:String LookupColumnName:String LookupColumnIndex:Int32? TargetColumnName:String TargetColumnIndex:Int32? RowIndex>:Int32 CellValue>:Object
Matches Input!:String Pattern!:String TimeoutMS:Int32 RegexOption:RegexOptions FirstMatch>:String Matches>:IEnumerable<Match>
MergeCollections Collection!:ICollection<T> SecondCollection!:ICollection<T> Result>:List<T>
MergeDataTable Source!:DataTable Destination!>:DataTable MissingSchemaAction:MissingSchemaAction
MessageBox Text!:Object Caption:String AutoCloseAfter:TimeSpan TopMost:Boolean ChosenButton>:String
MoveFile Path:String PathResource:IResource Destination:String DestinationResource:IResource ContinueOnError:Boolean Overwrite:Boolean
OrchestratorHttpRequest JSONPayload:String RelativeEndpoint:String Method:OrchestratorAPIHttpMethods ResponseHeaders>:Dictionary<string,string> Result>:String StatusCode>:Int32
OutputDataTable DataTable!:DataTable Text>:String
PathExists Path!:String PathType:PathType Exists>:Boolean Resource>:ILocalResource
Placeholder Description:String
PostponeTransactionItem TransactionItem!:QueueItem DeferDate!:DateTime DueDate:DateTime FolderPath:String TimeoutMS:Int32 ContinueOnError:Boolean
ProcessTrackingScope TaskName:String ObjectId:String ObjectType:String ObjectInteraction:PTSObjectInteraction ProcessCaseName:String ProcessCaseNameToSwitchTo:String IsPTSEnabled:Boolean ProcessLogMode:ProcessTrackingMode
QueueTrigger QueueName!:String FolderPath:String TransactionItem>:QueueItem ExtractedQueueItem>:Object
RaiseAlert Notification!:String Severity:AlertSeverity
ReadListItem List!:IList<T> Index!:Int32 Item>:T
ReadStorageText Path!:String Encoding:String Result>:String
ReadTextFile FileName:String File:IResource Encoding:String Content>:String
RemoveDataColumn ColumnName:String ColumnIndex:Int32 DataTable!>:DataTable
RemoveDataRow Row:DataRow RowIndex:Int32 DataTable!>:DataTable
RemoveDuplicateRows DataTable!:DataTable OutputDataTable>:DataTable
RemoveFromCollection Collection!:ICollection<T> Item:T Index:Int32 RemoveAllElements:Boolean Result>:List<T>
RemoveLogFields Fields:List<InArgument<string>>
RenameFileX FilePath:String FileResource:IResource NewName!:String KeepExtension:Boolean OutputFileResource>:IResource
RepeatNumberOfTimesX NumberOfTimes!:Int32 StartAt:Int32
Replace Input!:String Pattern!:String Replacement!:String TimeoutMS:Int32 RegexOption:RegexOptions Result>:String
ReportStatus StatusMessage!:String
ResetTimer Timer!:UiPathTimer
ResumeTimer Timer!:UiPathTimer
Rethrow
RetryScope ContinueOnError:Boolean NumberOfRetries:Int32 RetryInterval:TimeSpan LogRetriedExceptions:Boolean RetriedExceptionsLogLevel:LogLevel
Return
RunJob ProcessName!:String Machine:String Account:String TimeoutMS:Int32 ContinueOnError:Boolean ExecutionMode:JobExecutionMode ContinueWhenFaulted:Boolean FolderPath:String Job>:OrchestratorJob
ManualTrigger #RuntimeContext Result>:CurrentJobInfo
SendEmailNotification Subject!:String Body:String TimeoutMS:Int32 ContinueOnError:Boolean Recipients:IEnumerable<string> Cc:IEnumerable<string>
Sequence Activities:Collection<Activity> Variables:Collection<Variable>
SetAsset AssetName!:String Value!:Object
SetCredential CredentialName!:String UserName!:String Password:String SecurePassword:SecureString
SetEnvironmentVariable Name!:String Value!:String
SetSecret AssetName!:String SecretValue:String SecureSecretValue:SecureString
SetTaskStatus Status!:TaskStatus TaskGuid:String
SetTraceStatus Status!:TraceStatus TraceGuid:String
SetTransactionProgress TransactionItem!:QueueItem Progress!:String FolderPath:String
SetTransactionStatus TransactionItem!:QueueItem Status:ProcessingStatus Details:String ErrorType:ErrorType Reason:String AssociatedFilePath:String TimeoutMS:Int32 ContinueOnError:Boolean Output:Dictionary<string,InArgument> OutputVariable:Dictionary<string,object> Analytics:Dictionary<string,InArgument> AnalyticsVariable:Dictionary<string,object>
ShouldStop Result>:Boolean
SortDataTable DataTable!:DataTable ColumnName:String ColumnIndex:Int32? DataColumn:DataColumn SortOrder:SortOrder OutputDataTable>:DataTable
SplitText Source!:String Separator!:String Result>:String Results>:IEnumerable<String>
StartJob ProcessName!:String JobPriority:StartProcessDtoJobPriority NumberOfRobots:Int32 ModernFolder:Boolean ResumeOnSameContext:Boolean Arguments:Dictionary<string,Argument> ArgumentsVariable:Dictionary<string,object> JobId>:String Key>:String
StartTimer Timer>:UiPathTimer
StopJob Job!:OrchestratorJob Strategy:StopStrategy FolderPath:String
StopTimer Timer!:UiPathTimer
Switch Expression!:T Cases:IDictionary<T,Activity> Default:Activity
TextToLeftRight FullText!:String Separator!:String CaseSensitiveSeparator:Boolean TextToLeft>:String TextToRight>:String
Throw Exception!:System.Exception
TimeTrigger Frequency:TimeFrequency TimeZone:String CronExpression:String DailyRepeat:Int32? DailyStartingTime:DateTime? HourlyRepeat:Int32? HourlyStartingMinutes:Int32? MinuteByMinuteRepeat:Int32? WeeklyDaysToRunOn:List<DayOfWeek> WeeklyStartingTime:DateTime? MonthlyRepeat:Int32? MonthDaySelection:MonthDaySelectionType MonthlyDaysToRunOn:List<DayOfWeek> DaysOfMonthToRunOn:List<string> MonthlyStartingTime:DateTime? Result>:CurrentJobInfo
TimeoutScope ThrowExceptionAfter!:TimeSpan TimeoutMessage:String
TrackObject ObjectType!:String ObjectId!:String ObjectInteraction:PTSObjectInteraction ObjectPropertiesV2:Dictionary<string,object>
TryCatch Try:Activity Catches:Collection<Catch> Finally:Activity
UpdateListItem List!:IList<T> Index!:Int32 Value!:T
UpdateRowItem Row!:DataRow Value!:Object ColumnName:String ColumnIndex:Int32
UploadStorageFile FileResource:IResource Path:String Destination!:String FileName:String
WaitQueueItem QueueName!:String Reference:String PollTimeMS:Int32 FilterStrategy:ReferenceFilterStrategy Result>:QueueItem
InterruptibleWhile #While Condition:Boolean MaxIterations:Int32 CurrentIndex>:Int32
WriteLine Text:String TextWriter:TextWriter
WriteStorageText Path!:String Text!:String Encoding:String
WriteTextFile FileName:String File:ILocalResource Text!:String Encoding:String Output>:ILocalResource
`,
  enumerations: `
ChangeCaseOptions CapitalizeEachWord LowerCase SentenceCase UpperCase
CredentialSource CredentialsManager Orchestrator Prompt
DataTableParsingMethod CSV Custom
DateOperations Add Subtract
InvokeWorkflowTargetSession Current Main PictureInPicture
JoinType Full Inner Left
KillProcessApplyOn All Desktop Session User
LogEntryType No OnlyInvocation WithArguments
LogExitType No OnlySuccessfulReturn WithArguments
LogLevel Error Fatal Info Trace Warn
NetLanguage CSharp VBNet
RegexOptions Compiled CultureInvariant ECMAScript ExplicitCapture IgnoreCase IgnorePatternWhitespace Multiline None RightToLeft Singleline
SelectMode Keep Remove
SortOrder Ascending Descending
TextExtractOptions BetweenStrings Email FromHTML URLs
UnitsOfTime DayOfTheWeek Days Hours Minutes Months Seconds Weeks Years
`,
  settings: `
InvokeWorkflowFile: TargetSession!=Current -> UnSafe=True; the workflow does not pass validation, so no run starts, as another session needs an isolated run; xaml/common-pitfalls.md
LookupDataTable: LookupColumnIndex -> !LookupColumnName; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
LookupDataTable: LookupDataColumn -> !LookupColumnName; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
LookupDataTable: LookupDataColumn -> !LookupColumnIndex; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
CopyFile MoveFile Delete: Path -> !PathResource; the workflow does not pass validation, so no run starts; xaml/common-pitfalls.md
CopyFile: Destination -> !DestinationResource; the workflow does not pass validation, so no run starts; activities/CopyFile.md
RenameFileX: FilePath -> !FileResource; the workflow does not pass validation, so no run starts; activities/RenameFileX.md
UploadStorageFile: Path -> !FileResource; the workflow does not pass validation, so no run starts; activities/UploadStorageFile.md
SetTransactionStatus: Status=Failed -> Reason; the step fails, as a failed item needs its reason; activities/SetTransactionStatus.md
SetCredential: Password -> !SecurePassword; the workflow does not pass validation, so no run starts; activities/SetCredential.md
SetSecret: SecretValue -> !SecureSecretValue; the workflow does not pass validation, so no run starts; activities/SetSecret.md
InvokeComMethod: CLSID -> !ProgID; the workflow does not pass validation, so no run starts; activities/InvokeComMethod.md
BuildCollection: Items -> !FirstItem; the workflow does not pass validation, so no run starts; activities/BuildCollection.md
RemoveFromCollection: Index -> !Item; the workflow does not pass validation, so no run starts; activities/RemoveFromCollection.md
GenerateDataTable: ParsingMethod=Custom -> ColumnSeparators|NewLineSeparator; [medium] the text is not split, so the table has one cell; activities/GenerateDataTable.md
`,
  values: `
ReadTextFile WriteTextFile AppendLine: Encoding encoding; activity-packages/csv-activities/playbooks/write-csv-unsupported-encoding.md
IsMatch Matches Replace: Pattern pattern; activity-docs/UiPath.System.Activities/26.4/activities/IsMatch.md
ReadTextFile WriteTextFile AppendLine CreateDirectory: FileName|FilePath|Path local-path; activity-packages/system-activities/playbooks/file-folder-operation-failed.md
CopyFile MoveFile Delete: Path|Destination local-path; activity-packages/classic-activities/playbooks/file-operation-failed.md
AddQueueItem AddTransactionItem AddQueueItemAndGet BulkAddQueueItems GetQueueItem WaitQueueItem: QueueName|QueueType filled; activity-packages/classic-activities/playbooks/queue-operation-failed.md
Delay: Duration duration; activity-docs/UiPath.System.Activities/26.4/activities/Delay.md
ReadTextFile WriteTextFile AppendLine: FileName|FilePath text-file; activity-docs/UiPath.System.Activities/26.4/activities/ReadTextFile.md
GetRobotCredential GetCredential: AssetName credential-name; activity-packages/system-activities/playbooks/get-asset-wrong-activity-type.md
DownloadFileFromUrl: Url|URL host; activity-packages/file-operations/playbooks/download-file-host-not-found.md
`,
  defects: `
GetRobotAsset GetAsset GetRobotCredential GetCredential GetOrchestratorAsset: =22.10; [low] it leaves the outputs of the step empty in some projects; 23.4; activity-packages/system-activities/playbooks/get-asset-activity-bug-silent-failure.md
`,
};
