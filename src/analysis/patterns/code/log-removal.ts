/** Commands and paths that remove logs. */

/** Commands that clear the logs of Windows or of the shell, and calls of the same in code. */
const CLEARS =
  /\bwevtutil(?:\.exe)?\s{1,20}(?:cl|clear-log)\b|\b(?:Clear|Remove)-(?:EventLog|WinEvent|History)\b|\bauditpol\b.{0,40}\/clear\b|\bEventLog\.Delete\s{0,20}\(|\bfsutil\s{1,20}usn\s{1,20}deletejournal\b/i;
/** A deletion, and in the same command or call a log file or the folder of the event logs. */
const DELETES =
  /\b(?:del|erase|rm|Remove-Item|File\.Delete|Kill|os\.remove|fs\.unlink(?:Sync)?)\b[^\n;|]{0,200}?(?:\.log\b|winevt|[\\/]logs?[\\/]\*)|\.log\b[^\n;|]{0,200}\|\s{0,5}(?:Remove-Item|del|rm|ri)\b/i;
const LOG_PATH =
  /\.log['"\s]*$|[\\/]winevt(?:[\\/]|$)|[\\/](?:logs?|audit(?:[ _-]?logs?)?)['"]?[\\/]?(?:\*(?:\.\*)?)?['"\s]*$/i;

/** Lower-case words of which every text that `removesLogs` has one: targets are rarer than words for removing. */
export const LOG_REMOVAL_WORDS: readonly string[] = [
  'wevtutil',
  'eventlog',
  'winevent',
  '-history',
  'auditpol',
  'fsutil',
  '.log',
  'winevt',
  'log\\*',
  'logs\\*',
  'log/*',
  'logs/*',
];

/** Returns whether a command line or a piece of code removes logs. */
export function removesLogs(text: string): boolean {
  return CLEARS.test(text) || DELETES.test(text);
}

/** Returns whether a path, or its end, names a log file or a folder of logs. */
export function isLogPath(path: string): boolean {
  return path.length <= 1000 && LOG_PATH.test(path);
}
