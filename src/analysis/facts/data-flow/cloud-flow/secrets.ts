/** Secrets in cloud flows: where they come from, where they get out, and settings that only look like it. */
import type { FlowRow, SettingTest } from '../row.ts';

const SECURED = /^runtimeConfiguration\.secureData\.properties\./;
const INPUTS_SECURED: readonly SettingTest[] = [{ property: SECURED, is: /^(?:inputs|outputs)$/i }];
const OUTPUTS_SECURED: readonly SettingTest[] = [{ property: SECURED, is: /^outputs$/i }];

/** From the vendor's documentation of secure inputs and outputs, and of its connectors (2026). */
export const CLOUD_FLOW_SECRETS: readonly FlowRow[] = [
  {
    kind: 'source',
    family: 'secret',
    words: 'secret',
    steps: /^keyvault\/GetSecret/i,
    property: '(output)',
    member: 'body.value',
  },
  {
    kind: 'source',
    family: 'secret',
    words: 'secret',
    steps: 'commondataserviceforapps/PerformUnboundAction',
    property: '(output)',
    when: [{ property: 'inputs.parameters.actionName', is: /^RetrieveEnvironmentVariableSecretValue$/i }],
  },
  {
    kind: 'source',
    family: 'secret',
    words: 'answer with a token',
    steps: 'Http',
    property: '(output)',
    member: ['body.access_token', 'body.refresh_token', 'body.id_token'],
    when: [{ property: 'inputs.uri', is: /\/oauth2?\/|\/token\b|\blogin\.microsoftonline\./i }],
  },
  {
    kind: 'source',
    family: 'secret',
    words: 'secret',
    steps: 'Http',
    property: '(output)',
    member: 'body.value',
    when: [{ property: 'inputs.uri', is: /\.vault\.azure\.[a-z]+['",\s]{0,6}\/secrets\//i }],
  },
  { kind: 'symbol-source', family: 'secret', words: 'secret', types: /^secure/i },
  { kind: 'item-source', family: 'secret', words: 'secret', names: 'secret' },
  { kind: 'symbol-source', family: 'secret', words: 'secret', types: 'String', names: 'secret' },

  {
    kind: 'sink',
    sink: 'run-history',
    words: 'input in the run history',
    steps: [
      'Compose',
      'SetVariable',
      'InitializeVariable',
      'AppendToStringVariable',
      'AppendToArrayVariable',
      'Http',
    ],
    property: /^inputs/,
    unless: INPUTS_SECURED,
  },
  {
    kind: 'sink',
    sink: 'response',
    words: 'answer',
    steps: 'Response',
    property: /^inputs\.(?:body|headers)/,
    unless: OUTPUTS_SECURED,
  },
  {
    kind: 'sink',
    sink: 'error',
    words: 'error text',
    steps: 'Terminate',
    property: 'inputs.runError.message',
  },
  {
    kind: 'sink',
    sink: 'mail',
    words: 'mail',
    steps: /^(?:office365|outlook|gmail|sendmail|smtp|sendgrid)\/(?:Send|Reply|Forward)/i,
    property: /(?:Body|Subject|text)$/i,
  },
  {
    kind: 'sink',
    sink: 'chat',
    words: 'message',
    steps: /^(?:teams|slack|yammer|telegrambot)\/(?:Post|Send|Create)/i,
    property: /(?:Body|Content|Message|Text|Subject)$/i,
  },
  {
    kind: 'sink',
    sink: 'ticket',
    words: 'ticket',
    steps: /^(?:service-?now|jira|zendesk|freshservice)\/(?:Create|Update|Add)/i,
    property: /description|summary|comment|body|work_notes/i,
  },
  {
    kind: 'sink',
    sink: 'file',
    words: 'file',
    steps: /\/(?:CreateFile|UpdateFile|AppendFile)/i,
    property: /^inputs\.parameters\.body/,
  },
  {
    kind: 'sink',
    sink: 'sheet',
    words: 'row',
    steps: /^excelonline(?:business)?\/(?:Add|Patch|Update|Create)/i,
    property: /^inputs\.parameters\.item/,
  },
  {
    kind: 'sink',
    sink: 'database',
    words: 'row',
    steps: [/^sharepointonline\/(?:Post|Patch)Item/i, /^commondataserviceforapps\/(?:Create|Update)Record/i],
    property: /^inputs\.parameters\.item/,
  },
  {
    kind: 'sink',
    sink: 'queue',
    words: 'queue message',
    steps: /^(?:servicebus|azurequeues|eventhubs)\/(?:Send|Put)/i,
    property: /^inputs\.parameters\./,
  },
  {
    kind: 'sink',
    sink: 'url',
    words: 'address',
    steps: 'Http',
    property: ['inputs.uri', /^inputs\.queries\./],
  },
  {
    kind: 'sink',
    sink: 'argument',
    words: 'input of a child flow',
    steps: 'Workflow',
    property: /^inputs\.body/,
  },
  { kind: 'neutral', steps: 'Http', property: [/^inputs\.authentication/, /^inputs\.retryPolicy/] },
];
