/** Roles of activity types. Unlisted types get one by the words in their name, or `other`. */
import type { Role } from '../../model/workflow.ts';

/** Role → types by local name: the namespaces of one activity differ between package versions. */
const TYPES = {
  trigger: `ManualTrigger ProcessStartTrigger AppRequestTrigger ProcessEndTrigger FileChangeTrigger FileChangeTriggerV3
    ClickTrigger KeyPressTrigger HotkeyTrigger MouseTrigger SystemTrigger ReplayUserEvent TimeTrigger QueueTrigger
    ElementAttributeChangeTrigger ElementStateChangeTrigger ClickImageTrigger KeyboardTrigger NClickTrigger
    NKeypressEventTrigger NNativeEventTrigger InterruptibleTriggerInitializer`,
  sequence: `Sequence Flowchart StateMachine State Parallel PickBranch TriggerScope MonitorEvents CancellationScope
    CompensableActivity TransactionScope NoPersistScope AnnotationScope Given When GroupActivity`,
  branch: `If Switch FlowDecision FlowSwitch Pick IfElseIf IfElseIfBlock IfElseIfV2 Transition`,
  loop: `While DoWhile ForEach ParallelForEach InterruptibleWhile InterruptibleDoWhile ForEachRow ForEachFileX
    ForEachFolderX ForEachEmailX ForEachSheetX ExcelForEachRowX NForEachUiElement RepeatNumberOfTimes RepeatNumberOfTimesX
    IterateMailsX`,
  try: 'TryCatch',
  catch: 'Catch',
  retry: 'RetryScope',
  throw: 'Throw Rethrow',
  terminate: 'TerminateWorkflow StopJob ShutdownExecution',
  assign: 'Assign MultipleAssign AssignOperation',
  invoke: `InvokeWorkflowFile InvokeWorkflowInteractive LaunchWorkflowInteractive InvokeProcess BeginProcess RunJob StartJob
    RunParallelProcess InvokeComponent ExecuteTestCase RunWorkflow RunWorkflowMethod`,
  script: `InvokeCode InvokeVBScript InjectJsScript NInjectJsScript LoadScript RunScript PythonScope InvokeMethod
    InvokeVBA InvokeVBAX ExecuteMacro ExecuteMacroX GetObject InvokeComMethod`,
  shell: 'InvokePowerShell StartProcess OpenApplicationProcess RunCommand ExecuteCommand RemoteSSH',
  http: `HttpClient NetHttpRequest HttpRequest SoapClient WebServiceClient OrchestratorHTTPRequest OrchestratorHttpRequest
    DownloadFileFromUrl ConnectorActivity ConnectorHttpActivity`,
  email: `SendMail SendMailX SmtpSendMail SendOutlookMail SendExchangeMail SendMailConnections ReplyToOutlookMailMessage
    ReplyToMail ForwardMail SendEmail SendLotusNotesMail GetIMAPMailMessages GetPOP3MailMessages GetOutlookMailMessages
    GetExchangeMailMessages MoveIMAPMailMessage SaveMail SaveMailAttachments SaveOutlookMailMessage SaveMailX
    DeleteOutlookMailMessage MoveOutlookMessage MoveOutlookMailMessage MoveMailX SaveEmailAttachmentsX DeleteMailX
    MarkOutlookMailAsRead OutlookMailMessagesTrigger SetOutlookMailCategories CreateHTMLContent SendCalendarInviteX
    ExchangeScope GetNewestEmail MoveEmailConnections SendMailGmail`,
  message: `MessageBox InputDialog Callout Tooltip SelectFile SelectFolder BroadcastMessage SendMessage ShowToast
    BlockUserInput CustomInput SendChannelMessage SendGroupChatMessage`,
  database: `DatabaseConnect DatabaseDisconnect DatabaseTransaction ExecuteQuery ExecuteNonQuery InsertDataTable
    BulkInsert BulkUpdate RunQuery`,
  file: `ReadTextFile WriteTextFile AppendLine CopyFile MoveFile DeleteFileX Delete CreateFile CreateDirectory PathExists
    CopyFolderX MoveFolderX DeleteFolderX RenameFileX RenameFolderX FileExistsX FolderExistsX GetFileInfoX GetFolderInfoX
    GetLastDownloadedFile WaitForDownload ExtractFiles CompressFiles UnzipFiles ZipFiles ReadPDFText ReadPDFWithOCR
    ExtractPDFPageRange JoinPDF ExportPDFPageAsImage SaveImage LoadImage ReadCsvFile WriteCsvFile AppendToCsvFile
    AppendCsvFile WithFtpSession UploadFiles DownloadFiles EnumerateObjects DirectoryExists FileExists GetEnvironmentFolder
    UploadStorageFile DownloadStorageFile DeleteStorageFile ReadStorageText WriteStorageText EncryptFile DecryptFile
    ListStorageFiles WordApplicationScope UseWordFile WordAppendText WordReadText WordReplaceText WordAddImage
    WordExportToPdf WordInsertDataTable`,
  spreadsheet: `ReadRange WriteRange AppendRange ReadCell WriteCell ReadRow ReadColumn ReadCellFormula ReadRangeX WriteRangeX
    ReadCellX WriteCellX AppendRangeX CopyPasteRangeX DeleteRange ExcelApplicationScope ExcelProcessScope
    ExcelProcessScopeX ExcelApplicationCard UseExcelFile SaveWorkbook CloseWorkbook GetWorkbookSheet GetWorkbookSheets
    FilterX SortX LookUpRangeX VLookupX AutoFillX ClearRangeX FillRangeX FindFirstLastRowX FormatRangeX InsertSheetX
    DeleteSheetX DuplicateSheetX RenameSheetX RefreshPivotTable CreatePivotTable`,
  clipboard: `SetToClipboard GetFromClipboard CopySelectedText SetClipboard NSetClipboard NGetClipboard CopyToClipboard`,
  screenshot: 'TakeScreenshot NTakeScreenshot CVScreenScope',
  ui: `Click DoubleClick Hover TypeInto TypeSecureText SendHotkey SetText GetText GetFullText GetVisibleText GetValue
    GetAttribute SetAttribute GetWebAttribute SetWebAttribute WaitAttribute ElementExists FindElement FindChildren
    FindRelative FindImage ImageExists WaitImageVanish ClickImage ClickOCRText ClickText HoverImage HoverText GetOCRText
    OnElementAppear OnElementVanish OnImageAppear OnImageVanish WaitUiElementAppear WaitUiElementVanish GetAncestor
    GetPosition Highlight Check SelectItem SelectMultipleItems ExtractData ExtractDataTable OpenBrowser AttachBrowser
    BrowserScope NavigateTo GoBack GoForward GoHome RefreshBrowser CloseTab CloseBrowser OpenApplication CloseApplication
    CloseWindow AttachWindow WindowScope ElementScope ActivateWindow Activate HideWindow MaximizeWindow MinimizeWindow
    RestoreWindow MoveWindow ShowWindow GetActiveWindow SetFocus NApplicationCard NClick NTypeInto NGetText NHover NCheck
    NSelectItem NCheckState NElementExists NKeyboardShortcuts NGoToUrl NNavigateBrowser NGetUrl NSetText NHighlight
    NExtractData NExtractDataGeneric NDragAndDrop NMouseScroll NGetAttribute NSetAttribute NFindElements
    NSetBrowserData NGetBrowserData NWindowOperation NSetRuntimeBrowser NElementScope NClosePopup NSetValue
    NScroll CVScope CVClick CVClickWithDescriptor CvClickWithDescriptor CVTypeIntoWithDescriptor CVGetTextWithDescriptor
    CVElementExistsWithDescriptor CVHoverWithDescriptor CVHighlightWithDescriptor UseForeground BlockUserInputScope
    KillProcess CloseAllApplications TerminalSession SendKeys MoveCursor GetScreenText`,
  credential: `GetRobotCredential GetSecureCredential GetCredential GetPassword AddCredential DeleteCredential
    RequestCredential GetRobotAsset GetAsset SetAsset SetCredential SetRobotCredential GetUserNamePasswordX
    GetUsernamePasswordX`,
  queue: `AddQueueItem AddTransactionItem GetQueueItem GetQueueItems WaitQueueItem WaitForQueueItemAndResume
    AddQueueItemAndGetReference SetTransactionStatus SetTransactionProgress PostponeTransactionItem DeleteQueueItems
    BulkAddQueueItems GetTransactionItem`,
  approval: `CreateFormTask CreateTask CreateExternalTask CreateAppTask CreateExternalTaskV2 WaitForFormTaskAndResume
    WaitForTaskAndResume WaitForExternalTaskAndResume WaitForAppTaskAndResume AssignTasks CompleteTask ForwardTask
    CreateDocumentValidationAction WaitForDocumentValidationAction PresentValidationStation SubmitAction`,
  ai: `ContentGeneration GenerateText GenAITextGeneration SummarizeText PromptActivity MLSkill ClassifyDocument
    ExtractDocumentData GenerateChatCompletion InvokeAgent RunAgent ContentGenerationWithFile Categorize
    DetectLanguage SentimentAnalysis`,
  log: 'LogMessage WriteLine AddLogFields RemoveLogFields',
  delay: 'Delay ResumeAfterDelay WaitForReady',
  comment: 'Comment CommentOut Placeholder',
} as const satisfies Partial<Record<Role, string>>;

const BY_TYPE = new Map<string, Role>();
for (const [role, types] of Object.entries(TYPES)) {
  for (const type of types.split(/\s+/)) BY_TYPE.set(type, role as Role);
}

/** First words of names that suffice for unlisted types. */
const BY_PREFIX: readonly (readonly [prefix: string, role: Role])[] = [
  ['ForEach', 'loop'],
  ['ExcelForEach', 'loop'],
  ['Excel', 'spreadsheet'],
  ['Word', 'file'],
  ['Verify', 'other'],
];
const BY_WORD: readonly (readonly [word: string, role: Role])[] = [
  ['HttpRequest', 'http'],
  ['MailMessage', 'email'],
  ['SendMail', 'email'],
  ['SendEmail', 'email'],
  ['QueueItem', 'queue'],
  ['Clipboard', 'clipboard'],
  ['Screenshot', 'screenshot'],
];

const guesses = (type: string): Role =>
  BY_PREFIX.find(([prefix]) => type.startsWith(prefix))?.[1] ??
  BY_WORD.find(([word]) => type.includes(word))?.[1] ??
  'other';

/** Returns the role of an activity type. */
export function roleOfActivity(type: string): Role {
  return BY_TYPE.get(type) ?? guesses(type);
}

/** Returns whether a type is listed, and therefore an activity wherever it stands. */
export function isKnownActivity(type: string): boolean {
  return BY_TYPE.has(type);
}

/** Activities after which the next one in the same sequence never runs. */
export const ENDS_SEQUENCE: ReadonlySet<string> = new Set([
  'Throw',
  'Rethrow',
  'TerminateWorkflow',
  'Break',
  'Continue',
]);

/** Activities that start another workflow or process, and the property that names it. */
export const CALL_TARGETS: ReadonlyMap<string, string> = new Map([
  ['InvokeWorkflowFile', 'WorkflowFileName'],
  ['InvokeWorkflowInteractive', 'WorkflowFileName'],
  ['LaunchWorkflowInteractive', 'WorkflowFileName'],
  ['ExecuteTestCase', 'WorkflowFileName'],
  ['InvokeProcess', 'ProcessName'],
  ['BeginProcess', 'ProcessName'],
  ['RunParallelProcess', 'ProcessName'],
  ['RunJob', 'ProcessName'],
  ['StartJob', 'ProcessName'],
]);
