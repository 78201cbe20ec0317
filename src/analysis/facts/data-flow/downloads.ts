/** Short forms of rows about files that come from outside, and about steps that run or open files. */
import { sinkRow } from './listed.ts';
import type { FlowRow, RowNames, SettingTest } from './row.ts';

/** Words for a file that surely is a program, and for one of any kind. */
export const DOWNLOADED_PROGRAM = 'downloaded program';
export const DOWNLOADED_FILE = 'downloaded file';
/** Words for a file of a mail. */
export const MAIL_ATTACHMENT = 'mail attachment';

const RUNS =
  /\.(?:exe|msi|msix|bat|cmd|scr|ps1|psm1|vbs|vbe|js|jse|wsf|hta|jar|py|dll|reg|lnk)(?=["'\s?&\])]|$)/i;
/** Endings of files that run no code when they are opened. */
const HARMLESS =
  /\.(?:pdf|csv|tsv|txt|log|xlsx?|docx?|pptx?|ods|odt|rtf|xml|json|png|jpe?g|gif|tiff?|bmp|svg|eml|msg|md|ics|mp[34])\b/i;

interface Saves {
  readonly steps: RowNames;
  /** Inputs with the path of the file. */
  readonly property: RowNames;
  /** Outputs with the path or the file. */
  readonly gives?: RowNames;
  /** Member of the output with the file; the whole output when absent. */
  readonly member?: string;
  /** Settings that show the ending of the file. */
  readonly shows: RowNames;
  readonly when?: readonly SettingTest[];
}

/** Creates the rows of a step that saves what it downloads. */
export function downloads({ steps, property, gives, member, shows, when = [] }: Saves): readonly FlowRow[] {
  const common = { family: 'download', steps } as const;
  const isProgram: SettingTest = { property: shows, is: RUNS };
  const program = { words: DOWNLOADED_PROGRAM, when: [...when, isProgram] };
  const other = { words: DOWNLOADED_FILE, when, unless: [isProgram, { property: shows, is: HARMLESS }] };
  return [program, other].flatMap((kind): readonly FlowRow[] => [
    { kind: 'file-source', ...common, ...kind, property },
    ...(gives === undefined
      ? []
      : [{ kind: 'source', ...common, ...kind, property: gives, ...(member && { member }) } as const]),
  ]);
}

/** Creates the row of a step that gives the paths of files from a mail. */
export const attachments = (steps: RowNames, property: RowNames): FlowRow => ({
  kind: 'source',
  family: 'download',
  words: MAIL_ATTACHMENT,
  steps,
  property,
});

/** Programs that run a file which their command line names. */
export const INTERPRETER =
  /\b(?:powershell|pwsh|bash|sh|cmd|wscript|cscript|mshta|msiexec|rundll32|regsvr32|python3?|javaw?|node)(?:\.exe)?["'\s\]]{0,9}$/i;

/** Creates the row of a step that runs or opens a file. */
export const runsFile = (
  words: string,
  steps: RowNames,
  property: RowNames,
  when?: readonly SettingTest[],
): FlowRow =>
  sinkRow('opened-file', words, { steps, property, families: ['download'], ...(when && { when }) });
