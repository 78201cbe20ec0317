/** Secrets in A360 bots: where they come from, where they get out, and settings that only look like it. */
import { MARK } from '../../../model/data-flow/family.ts';
import type { FlowRow } from '../row.ts';

/** From the vendor's reference of packages (2026). */
export const TASK_BOT_SECRETS: readonly FlowRow[] = [
  {
    kind: 'source',
    family: 'secret',
    words: 'credential',
    steps: ['Credential/credentialToString', 'Credential Manager/Read Credential'],
    property: 'returnTo',
  },
  { kind: 'symbol-source', family: 'secret', words: 'credential', types: 'CREDENTIAL', marks: MARK.sealed },
  { kind: 'symbol-source', family: 'secret', words: 'secret', types: ['STRING', 'ANY'], names: 'secret' },
  { kind: 'item-source', family: 'secret', words: 'secret', names: 'secret' },

  { kind: 'sink', sink: 'log', words: 'log text', steps: 'LogToFile/logToFile', property: 'logContent' },
  {
    kind: 'sink',
    sink: 'screen',
    words: 'message box',
    steps: /^MessageBox\//i,
    property: /^(?:content|message|title|text)/i,
  },
  {
    kind: 'sink',
    sink: 'screen',
    words: 'prompt',
    steps: /^Prompt\//i,
    property: /^(?:caption|message|prompt|title)/i,
  },
  { kind: 'sink', sink: 'error', words: 'error text', steps: 'ErrorHandler/throw', property: /message/i },
  {
    kind: 'sink',
    sink: 'mail',
    words: 'mail',
    steps:
      /^(?:Email|Office365Outlook|Gmail|Microsoft365Outlook|Microsoft 365 Outlook|Exchange)\/.*(?:send|reply|forward)/i,
    property: /^(?:message|body|subject|emailBody|content|htmlCodeMessage|htmlEditorMessage)/i,
  },
  {
    kind: 'sink',
    sink: 'url',
    words: 'address',
    steps: [/^Rest\//i, /^Soap\//i, 'Browser/launchWebsite', 'Browser/openbrowser'],
    property: /^(?:url|uri)$/i,
  },
  {
    kind: 'sink',
    sink: 'file',
    words: 'file',
    steps: [/^File\/.*(?:write|append)/i, /^CsvTxt\/.*(?:write|append)/i, 'DataTable/writeToFile'],
    property: /^(?:text|content|value|data|sourceTable)/i,
  },
  {
    kind: 'sink',
    sink: 'sheet',
    words: 'sheet',
    steps: /^Excel\w*\/.*(?:set|write)/i,
    property: /value|data|tableObj/i,
  },
  {
    kind: 'sink',
    sink: 'clipboard',
    words: 'clipboard',
    steps: /^Clipboard\//i,
    property: ['text', 'value'],
  },
  {
    kind: 'sink',
    sink: 'command',
    words: 'command line',
    steps: 'Application/runApp',
    property: 'parameters',
  },
  {
    kind: 'sink',
    sink: 'argument',
    words: 'input of a bot',
    steps: 'TaskBot/runTask',
    property: /^taskbot\.taskbotInput\./,
  },
  { kind: 'sink', sink: 'queue', words: 'queue item', steps: /^Workload\/.*(?:insert|add)/i, property: /./ },
];
