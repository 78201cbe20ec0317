/** Headers and bodies of requests, by language: what leaves with them is in the hands of the host. */
import type { ExpressionLanguage } from '../../model/workflow.ts';
import { sinkRow } from './listed.ts';
import type { FlowRow, RowNames } from './row.ts';

const sent = (words: string, steps: RowNames, property: RowNames): FlowRow =>
  sinkRow('request', words, { steps, property, families: ['secret'] });

const UIPATH: readonly FlowRow[] = [
  sent('header', ['HttpClient', 'NetHttpRequest'], [/^Headers/, /^Cookies/]),
  sent('body', ['HttpClient', 'NetHttpRequest'], ['Body', 'TextPayload', 'FormData']),
];

/** From the same documentation as the other rows of each language. */
export const REQUESTS: Readonly<Partial<Record<ExpressionLanguage, readonly FlowRow[]>>> = {
  'visual-basic': UIPATH,
  csharp: UIPATH,
  'workflow-definition': [
    sent('header', ['Http', 'HttpWebhook'], /^inputs\.headers/),
    sent('body', ['Http', 'HttpWebhook'], /^inputs\.body/),
  ],
  robin: [sent('request', /^Web\.InvokeWebService/i, ['CustomHeaders', 'RequestBody'])],
  a360: [
    sent(
      'request',
      /^(?:Rest|REST Web Services)\//i,
      /^(?:headers?|customHeaders?|customParameters|body|requestBody|parameters)(?:[.[]|$)/i,
    ),
  ],
  'blue-prism': [
    sent(
      'request',
      /^(?:utility - http|webservices - rest|utility - rest)[^:]{0,99}::/i,
      /^inputs\.(?:Headers|Body|Content|Request Body|Data)$/i,
    ),
  ],
};
