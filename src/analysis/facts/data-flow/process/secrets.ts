/** Secrets in Blue Prism: where they come from, where they get out, and settings that only look like it. */
import type { FlowRow } from '../row.ts';

const NOT_LOGGED = [{ property: 'loginhibit' }];

/** From the vendor's documentation of internal objects and of the session log (7.3, 2025). */
export const PROCESS_SECRETS: readonly FlowRow[] = [
  {
    kind: 'source',
    family: 'secret',
    words: 'password',
    steps: [
      'Blueprism.Automate.clsCredentialsActions::Get',
      'Blueprism.Automate.clsCredentialsActions::Get Property',
    ],
    property: ['outputs.Password', 'outputs.Value', 'outputs.Property Value'],
  },
  // Credentials keep more than secrets: the names of their other properties say what they are.
  {
    kind: 'barrier',
    steps: 'Blueprism.Automate.clsCredentialsActions::Get Property',
    property: ['outputs.Value', 'outputs.Property Value'],
    families: ['secret'],
    when: [
      {
        property: 'inputs.Property Name',
        is: /ur[il]\b|host|server|address|endpoint|system|domain|tenant|resource|user|name|client.?id|type|path|mail/i,
      },
    ],
  },
  { kind: 'symbol-source', family: 'secret', words: 'password', types: 'password' },
  { kind: 'symbol-source', family: 'secret', words: 'secret', types: 'text', names: 'secret' },

  { kind: 'sink', sink: 'error', words: 'error text', steps: 'Exception', property: 'exception.detail' },
  {
    kind: 'sink',
    sink: 'error',
    words: 'failure reason',
    steps: /::Mark Exception$/,
    property: 'inputs.Exception Reason',
  },
  { kind: 'sink', sink: 'screen', words: 'alert', steps: 'Alert', property: ['expression', 'message'] },
  {
    kind: 'sink',
    sink: 'mail',
    words: 'mail',
    steps: [/(?:SMTP|Email|Outlook)[^:]{0,60}::[^:]{0,60}Send/i],
    property: /^inputs\.(?:Body|Message|Subject|Html Body)/i,
  },
  {
    kind: 'sink',
    sink: 'url',
    words: 'address',
    steps: /^(?:utility - http|webservices - rest|utility - rest)[^:]{0,99}::/i,
    property: /^inputs\.(?:Address URL|URL|Address|Endpoint)$/i,
  },
  {
    kind: 'sink',
    sink: 'file',
    words: 'file',
    steps: [/^Utility - File Management::(?:Write|Append)/i],
    property: /^inputs\.(?:Text|Content|Data)/i,
  },
  {
    kind: 'sink',
    sink: 'sheet',
    words: 'sheet',
    steps: [/^MS Excel VBO.*::(?:Set Cell Value|Write Collection|Set Cell)/i],
    property: /^inputs\.(?:Value|Collection|Cell Value)/i,
  },
  { kind: 'sink', sink: 'clipboard', words: 'clipboard', steps: /::Set Clipboard/i, property: /^inputs\./ },
  {
    kind: 'sink',
    sink: 'queue',
    words: 'queue item',
    steps: /clsWorkQueuesActions::(?:Add To Queue|Set Data)/,
    property: 'inputs.Data',
  },
  {
    kind: 'sink',
    sink: 'queue-key',
    words: 'tag or status of a queue item',
    steps: /clsWorkQueuesActions::(?:Add To Queue|Tag Item|Update Status)/,
    property: ['inputs.Tags', 'inputs.Tag', 'inputs.Status'],
  },
  {
    kind: 'sink',
    sink: 'command',
    words: 'command line',
    steps: [/^Utility - (?:Environment|General)::(?:Start Process|Run)/i],
    property: /^inputs\.Arguments/i,
  },
  {
    kind: 'sink',
    sink: 'stage-log',
    words: 'stage log',
    steps: ['Calculation'],
    property: 'expression',
    unless: NOT_LOGGED,
  },
];
