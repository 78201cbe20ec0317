/** Files that UiPath workflows download, and steps that run files. */
import { attachments, DOWNLOADED_FILE, downloads, INTERPRETER, runsFile } from '../downloads.ts';
import { listed } from '../listed.ts';
import type { FlowRow } from '../row.ts';

const STARTS = listed('StartProcess OpenApplication OpenApplicationProcess LaunchApplication');

/** From the documentation of the vendor's activities (Web 2.5, System 26.4, Mail 2.9, FTP 3.0, 2026). */
export const UIPATH_DOWNLOADS: readonly FlowRow[] = [
  ...downloads({
    steps: 'HttpClient',
    property: 'ResourcePath',
    gives: 'ResponseAttachment',
    shows: ['ResourcePath', 'EndPoint'],
  }),
  ...downloads({
    steps: listed('DownloadFileFromUrl DownloadFile DownloadFileFromURL'),
    property: listed('FileName LocalPath DestinationPath FilePath'),
    gives: listed('ResponseAttachment DownloadedFile File'),
    shows: listed('FileName LocalPath DestinationPath FilePath Url'),
  }),
  ...downloads({
    steps: 'NetHttpRequest',
    property: 'OutputFileName',
    gives: 'Result',
    member: 'file',
    shows: ['OutputFileName', 'RequestUrl'],
  }),
  ...downloads({ steps: 'DownloadFiles', property: 'LocalPath', shows: ['LocalPath', 'RemotePath'] }),
  {
    kind: 'source',
    family: 'download',
    words: DOWNLOADED_FILE,
    steps: listed('GetLastDownloadedFile WaitForDownload NWaitForDownload'),
    property: listed('File FileResource DownloadedFile LocalFile'),
  },
  attachments(
    listed('SaveMailAttachments SaveEmailAttachmentsX SaveOutlookMailAttachments DownloadEmailAttachments'),
    listed('Attachments OutputAttachments AttachmentsPaths SavedAttachments Result'),
  ),

  runsFile('program', STARTS, 'FileName'),
  runsFile('command line', STARTS, 'Arguments', [{ property: 'FileName', is: INTERPRETER }]),
  runsFile('command', ['InvokePowerShell', 'ExecuteCommand'], ['CommandText', 'Command']),
  runsFile(
    'script',
    listed('RunScript LoadScript LoadPythonScript InvokeVBA'),
    listed('File ScriptFile CodeFilePath'),
  ),
  runsFile('program', 'InvokeMethod', /^Parameters\./, [
    { property: 'TargetType', is: /Process$/ },
    { property: 'MethodName', is: /^Start$/ },
  ]),
];
