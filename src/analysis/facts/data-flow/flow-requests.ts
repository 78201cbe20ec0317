/** Requests that start a cloud flow, by language: the flow gets their body. */
import type { ExpressionLanguage } from '../../model/workflow.ts';
import type { FlowRow, RowNames } from './row.ts';

const posted = (steps: RowNames, address: RowNames, from: RowNames): FlowRow => ({
  kind: 'channel',
  channel: 'flow',
  platform: 'power-automate',
  steps,
  name: address,
  from,
  members: ['body'],
  isText: true,
});

const UIPATH: readonly FlowRow[] = [
  posted(['HttpClient', 'NetHttpRequest'], ['EndPoint', 'RequestUrl'], ['Body', 'TextPayload']),
];

/** From the same documentation as the other rows of each language. */
export const FLOW_REQUESTS: Readonly<Partial<Record<ExpressionLanguage, readonly FlowRow[]>>> = {
  'visual-basic': UIPATH,
  csharp: UIPATH,
  'workflow-definition': [
    {
      kind: 'channel',
      channel: 'flow',
      steps: ['Http', 'HttpWebhook'],
      name: 'inputs.uri',
      from: /^inputs\.body(?:\.|$)/,
      members: ['body'],
      below: 'inputs.body.',
    },
  ],
  robin: [posted(/^Web\.InvokeWebService/i, 'Url', 'RequestBody')],
  a360: [
    posted(
      /^(?:Rest|REST Web Services)\//i,
      /^(?:uri|url)$/i,
      /^(?:body|requestBody|customBody|parameters)(?:[.[]|$)/i,
    ),
  ],
  'blue-prism': [
    posted(
      /^(?:utility - http|webservices - rest|utility - rest)[^:]{0,99}::/i,
      /^inputs\.(?:Address URL|Address|URL|URI)$/i,
      /^inputs\.(?:Body|Content|Request Body|Data)$/i,
    ),
  ],
};
