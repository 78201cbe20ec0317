/** Secrets in desktop flows: where they come from, where they get out, and settings that only look like it. */
import type { FlowRow } from '../row.ts';

/** From the vendor's reference of actions (2026). */
export const DESKTOP_FLOW_SECRETS: readonly FlowRow[] = [
  {
    kind: 'source',
    family: 'secret',
    words: 'password',
    steps: /^(?:Credentials?|CyberArk)\..*Get\w*/i,
    property: /Credential|Password/i,
  },
  {
    kind: 'symbol-source',
    family: 'secret',
    words: 'sensitive value',
    isSecure: true,
    // Templates mark every input as sensitive, also those that are there to be shown.
    names:
      /^(?!.*(?:message|body|text|subject|path|address|file|folder|url|status|error|log|name|config|id$|mode|date))/i,
  },
  { kind: 'symbol-source', family: 'secret', words: 'secret', names: 'secret' },
  { kind: 'item-source', family: 'secret', words: 'secret', names: 'secret' },

  { kind: 'sink', sink: 'log', words: 'log message', steps: /^Logging\./, property: /Message/i },
  {
    kind: 'sink',
    sink: 'screen',
    words: 'message',
    steps: /^Display\.(?:ShowMessage|ShowMessageDialog|DisplayMessage)/i,
    property: ['Message', 'Title'],
  },
  {
    kind: 'sink',
    sink: 'screen',
    words: 'prompt',
    steps: /^Display\.(?:Input|Select|Show)/i,
    property: ['Message', 'Title', 'DefaultValue'],
  },
  {
    kind: 'sink',
    sink: 'error',
    words: 'error text',
    steps: ['StopFlow', 'Exit'],
    property: ['ErrorMessage', 'Message'],
  },
  {
    kind: 'sink',
    sink: 'mail',
    words: 'mail',
    steps: /^(?:Email\.SendEmail|Exchange\.SendMessage|Outlook\.SendEmail)/,
    property: ['Body', 'Subject'],
  },
  {
    kind: 'sink',
    sink: 'url',
    words: 'address',
    steps: [/^Web\.(?:InvokeWebService|DownloadFrom)/, /^WebAutomation\.(?:Launch|GoTo)/],
    property: ['Url', 'TabUrl', 'URL'],
  },
  { kind: 'sink', sink: 'file', words: 'file', steps: /^File\.WriteText/, property: 'TextToWrite' },
  { kind: 'sink', sink: 'file', words: 'file', steps: /^File\.WriteToCSVFile/, property: 'VariableToWrite' },
  { kind: 'sink', sink: 'sheet', words: 'sheet', steps: /^Excel\.WriteToExcel/, property: 'Value' },
  { kind: 'sink', sink: 'clipboard', words: 'clipboard', steps: /^Clipboard\.SetText/, property: 'Text' },
  {
    kind: 'sink',
    sink: 'environment',
    words: 'environment variable',
    steps: /^System\.SetEnvironmentVariable/,
    property: 'Value',
  },
  {
    kind: 'sink',
    sink: 'command',
    words: 'command line',
    steps: [/^System\.RunApplication/, /^System\.RunDOSCommand/],
    property: ['CommandLineArguments', 'DOSCommandOrApplication'],
  },
  { kind: 'sink', sink: 'script', words: 'script', steps: /^Scripting\./, property: /Script|Code/ },
  {
    kind: 'sink',
    sink: 'argument',
    words: 'input of a flow',
    steps: 'External.RunFlow',
    property: /^Input_/,
  },
];
