/** Files that Automation 360 bots download, and actions that run files. */
import { attachments, downloads, INTERPRETER, runsFile } from '../downloads.ts';
import type { FlowRow } from '../row.ts';

const RUNS = /^Application\/(?:runApp|open)/i;

/** From the vendor's reference of packages (2026). */
export const TASK_BOT_DOWNLOADS: readonly FlowRow[] = [
  ...downloads({
    steps: /^(?:Browser|HTTP|REST Web Services|Rest)\/download/i,
    property: 'filePath',
    shows: ['filePath', 'url', 'uri'],
  }),
  ...downloads({
    steps: /^(?:FTPSFTP|FTP ?\/ ?SFTP|FTP)\/(?:get|download)/i,
    property: /^(?:filePath|localPath|localFilePath)$/i,
    shows: /path|file/i,
  }),
  attachments(
    /^(?:Email|Microsoft 365 Outlook|Gmail)\/(?:save|download)\w*at(?:tach|atch)ment/i,
    /^returnTo/,
  ),

  runsFile('program', RUNS, 'filePath'),
  runsFile('command line', RUNS, 'parameters', [{ property: 'filePath', is: INTERPRETER }]),
  runsFile('file', /^File\/open/i, 'filePath'),
  runsFile('script', /^(?:VBScript|Python|JavaScript)\/open/i, /^(?:file|filePath|scriptFile|script)$/i),
];
