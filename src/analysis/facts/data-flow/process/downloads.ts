/** Files that Blue Prism processes and objects download, and actions that run files. */
import { attachments, downloads, INTERPRETER, runsFile } from '../downloads.ts';
import type { FlowRow } from '../row.ts';

const STARTS = /^(?=[^:]{0,99}environment)[^:]{0,99}::(?:start|run) process/i;
const PATHS =
  /^inputs\.(?:File ?name|File ?path|Local ?path|Local ?file|Destination|Save ?as|Target ?path)$/i;

/** From the vendor's documentation of its utility objects (7.3, 2025). */
export const PROCESS_DOWNLOADS: readonly FlowRow[] = [
  ...downloads({
    steps: /::(?:download|get)[^:]{0,20}file/i,
    property: PATHS,
    shows: /^inputs\./,
    when: [{ property: 'resource.object', is: /http|web|ftp|download/i }],
  }),
  attachments(
    /^(?=[^:]{0,99}(?:mail|outlook))[^:]{0,99}::save attachment/i,
    /^outputs\.(?:Files?|Paths?|Attachments?|Saved)/i,
  ),

  runsFile('program', STARTS, 'inputs.Application'),
  runsFile('command line', STARTS, 'inputs.Arguments', [{ property: 'inputs.Application', is: INTERPRETER }]),
];
