/** Places where data of UiPath workflows does harm or gets out. */
import { MARK } from '../../../model/data-flow/family.ts';
import { listed, sinkRow } from '../listed.ts';
import type { FlowRow } from '../row.ts';

const SENDS_MAIL =
  listed(`SendMail SendMailX SmtpSendMail SendOutlookMail SendExchangeMail SendMailConnections
  ReplyToOutlookMailMessage ReplyToMail ReplyToMailX ForwardMail ForwardMailX SendEmail SendLotusNotesMail SendMailGmail
  SendCalendarInviteX`);
const HTTP = listed(
  'HttpClient NetHttpRequest HttpRequest SoapClient DownloadFileFromUrl OrchestratorHTTPRequest OrchestratorHttpRequest ConnectorHttpActivity',
);
const ADDRESS = listed('EndPoint RequestUrl Url URL');
const BROWSES = listed('NGoToUrl NavigateTo OpenBrowser NSetRuntimeBrowser');
const SQL = listed('ExecuteQuery ExecuteNonQuery RunQuery RunCommand');
const AI =
  listed(`ContentGeneration GenerateText GenAITextGeneration SummarizeText PromptActivity GenerateChatCompletion
  ContentGenerationWithFile InvokeAgent RunAgent Categorize SentimentAnalysis`);
const DELETES = listed('Delete DeleteFileX DeleteFolderX');
const FILES =
  listed(`ReadTextFile WriteTextFile AppendLine CopyFile MoveFile CreateFile CreateDirectory CopyFolderX MoveFolderX
  RenameFileX RenameFolderX ExtractFiles CompressFiles UnzipFiles ZipFiles ReadPDFText ReadPDFWithOCR SaveImage LoadImage
  ReadCsvFile WriteCsvFile AppendToCsvFile AppendCsvFile SaveMail SaveMailX SaveOutlookMailMessage SaveMailAttachments
  SaveEmailAttachmentsX UploadFiles DownloadFiles DownloadFileFromUrl HttpClient NetHttpRequest`);
const PATHS =
  listed(`FileName FilePath Path Destination DestinationPath DestinationFolder FolderPath OutputFileName
  DestinationFileName NewName LocalPath ResourcePath OutputFileTargetFolder`);

export const UIPATH_SINKS: readonly FlowRow[] = [
  sinkRow('html', 'HTML of the mail', {
    steps: SENDS_MAIL,
    property: ['Body'],
    when: [{ property: ['IsBodyHtml', 'IsBodyHTML', 'BodyAsHtml'], is: /^\[?true\]?$/i }],
    safe: MARK.htmlEncoded | MARK.urlEncoded,
  }),
  sinkRow('formula', 'cell', {
    steps: listed('WriteCell WriteCellX ExcelWriteCell ExcelWriteCellX WriteCellConnections GSuiteWriteCell'),
    property: ['Value', 'Text', 'Cell'],
    isWhole: true,
  }),
  sinkRow('host', 'address', { steps: HTTP, property: ADDRESS, safe: MARK.behindHost }),
  sinkRow('host', 'address of a page', { steps: BROWSES, property: ADDRESS, safe: MARK.behindHost }),
  sinkRow('sql', 'SQL statement', {
    steps: SQL,
    property: ['Sql', 'SQL', 'CommandText', 'Query'],
    safe: MARK.quotesDoubled,
  }),
  sinkRow('script', 'PowerShell script', {
    steps: ['InvokePowerShell'],
    property: ['CommandText'],
    safe: MARK.quotesDoubled,
  }),
  sinkRow('script', 'script', {
    steps: listed('InvokeVBScript NInjectJsScript InjectJsScript RunScript'),
    property: ['Code', 'ScriptCode'],
  }),
  sinkRow('command', 'program', {
    steps: ['StartProcess', 'OpenApplication', 'OpenApplicationProcess'],
    property: ['FileName'],
    isWhole: true,
  }),
  sinkRow('command', 'command line', {
    steps: ['StartProcess', 'OpenApplication', 'ExecuteCommand', 'RemoteSSH'],
    property: ['Arguments', 'Command'],
  }),
  sinkRow('delete-path', 'deleted path', {
    steps: DELETES,
    property: listed('Path FilePath FolderPath'),
    safe: MARK.behindRoot,
  }),
  sinkRow('path', 'path', { steps: FILES, property: PATHS, safe: MARK.behindRoot }),
  sinkRow('prompt', 'prompt', {
    steps: AI,
    property: listed('Prompt Input UserPrompt Text SystemPrompt Content Message Context'),
  }),
];
