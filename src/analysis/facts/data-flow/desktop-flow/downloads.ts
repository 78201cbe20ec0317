/** Files that desktop flows download, and actions that run files. */
import { downloads, INTERPRETER, runsFile } from '../downloads.ts';
import type { FlowRow } from '../row.ts';

const DOWNLOADS = /^Web\.(?:DownloadFromWeb|DownloadFile)/i;
const RUNS = /^System\.RunApplication/i;

/** From the vendor's reference of actions (2026). */
export const DESKTOP_FLOW_DOWNLOADS: readonly FlowRow[] = [
  ...downloads({
    steps: DOWNLOADS,
    property: /^(?:DestinationFile|DestinationFilePath|File|FilePath|FullPath|FilePathToSave)$/i,
    gives: /^(?:DownloadedFile|File)$/i,
    shows: /^(?:Destination\w*|File\w*|FullPath|Url)$/i,
  }),

  runsFile('program', RUNS, 'ApplicationPath'),
  runsFile('command line', RUNS, 'CommandLineArguments', [{ property: 'ApplicationPath', is: INTERPRETER }]),
  runsFile('command', /^(?:System|Scripting)\.RunDOSCommand/i, /Command/i),
  runsFile('script', /^Scripting\.Run\w*Script/i, /^(?:Script|Code|ScriptPath|ScriptFile)$/i),
];
