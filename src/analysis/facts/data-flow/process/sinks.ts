/** Places where data of Blue Prism processes and objects does harm or gets out. */
import { MARK } from '../../../model/data-flow/family.ts';
import { sinkRow } from '../listed.ts';
import type { FlowRow } from '../row.ts';

const SENDS_MAIL = /^(?=[^:]{0,99}(?:mail|outlook|smtp))[^:]{0,99}::(?:Send|Reply|Forward)/i;
const HTTP = /^(?:utility - http|webservices - rest|utility - rest)[^:]{0,99}::/i;

export const PROCESS_SINKS: readonly FlowRow[] = [
  sinkRow('html', 'HTML of the mail', {
    steps: SENDS_MAIL,
    property: /^inputs\.(?:Body|Message|HTML Message)$/i,
    when: [{ property: /^inputs\.(?:IsHTML|BodyIsHTML|Is HTML)$/i, is: /^true$/i }],
    safe: MARK.htmlEncoded | MARK.urlEncoded,
  }),
  sinkRow('formula', 'cell', {
    steps: /^MS Excel VBO[^:]{0,60}::Set Cell/i,
    property: /^inputs\.(?:Value|Cell Value)$/i,
    isWhole: true,
  }),
  sinkRow('host', 'address', {
    steps: HTTP,
    property: /^inputs\.(?:Address URL|URL|Address|Endpoint)$/i,
    safe: MARK.behindHost,
  }),
  sinkRow('sql', 'SQL statement', {
    steps: /^Data - [^:]{0,60}::(?:Execute|Get Collection|Get CSV|Get Scalar)/i,
    property: /^inputs\.(?:SQL|Query|SelectQuery|Statement)$/i,
    safe: MARK.quotesDoubled,
  }),
  sinkRow('command', 'program', {
    steps: /^(?=[^:]{0,99}environment)[^:]{0,99}::(?:start|run) process/i,
    property: /^inputs\.Application$/i,
    isWhole: true,
  }),
  sinkRow('command', 'command line', {
    steps: [
      /^(?=[^:]{0,99}environment)[^:]{0,99}::(?:start|run) process/i,
      /^(?=[^:]{0,99}(?:powershell|command))[^:]{0,99}::(?:run|execute|start)/i,
    ],
    property: /^inputs\.(?:Arguments|Command|Script)$/i,
  }),
  sinkRow('delete-path', 'deleted path', {
    steps: /^(?=[^:]{0,99}file management)[^:]{0,99}::delete/i,
    property: /^inputs\.(?:File Name|File Path|Folder|Folder Path|Directory)$/i,
    safe: MARK.behindRoot,
  }),
  sinkRow('path', 'path', {
    steps: /^(?=[^:]{0,99}file management)[^:]{0,99}::(?:copy|move|rename|create|write|append|extract)/i,
    property: /^inputs\.(?:File Name|File Path|Destination|New|Folder)/i,
    safe: MARK.behindRoot,
  }),
  // Objects of the Digital Exchange for OpenAI, Azure OpenAI and others.
  sinkRow('prompt', 'prompt', {
    steps: /^[^:]{0,60}(?:openai|gpt|gemini|claude|bedrock|generative ai)[^:]{0,60}::/i,
    property: /^inputs\.(?:[^.]{0,40} )?(?:prompt|messages?|content|text|question)$/i,
  }),
];
