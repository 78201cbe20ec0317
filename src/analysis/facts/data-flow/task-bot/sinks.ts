/** Places where data of A360 bots does harm or gets out. */
import { MARK } from '../../../model/data-flow/family.ts';
import { listed, sinkRow } from '../listed.ts';
import type { FlowRow } from '../row.ts';

const SENDS_MAIL = /^(?:Email|Microsoft 365 Outlook|Gmail|Exchange)\/(?:send|reply|forward)/i;
const REST = /^(?:Rest|Soap|REST Web Services|SOAP Web Service)\//i;

export const TASK_BOT_SINKS: readonly FlowRow[] = [
  sinkRow('html', 'HTML of the mail', {
    steps: SENDS_MAIL,
    property: ['message', 'body', /^html(?:Code|Editor)Message/],
    when: [{ property: 'bodyFormat', is: /html/i }],
    safe: MARK.htmlEncoded | MARK.urlEncoded,
  }),
  sinkRow('formula', 'cell', {
    steps: /^Excel\w*\/(?:setCell|setSingleCell|writeCell)/i,
    property: /^(?:value|cellValue|data)$/i,
    isWhole: true,
  }),
  sinkRow('host', 'address', { steps: REST, property: listed('uri url'), safe: MARK.behindHost }),
  sinkRow('sql', 'SQL statement', {
    steps: /^(?:Database|Snowflake)\//i,
    property: /^(?:query|statement|sql(?:query|statement)?)$/i,
    safe: MARK.quotesDoubled,
  }),
  sinkRow('command', 'command', { steps: /^SSH\/execute/i, property: /command/i }),
  sinkRow('command', 'program', {
    steps: /^Application\/runApp/i,
    property: ['filePath'],
    isWhole: true,
  }),
  sinkRow('command', 'command line', { steps: /^Application\/runApp/i, property: ['parameters'] }),
  sinkRow('script', 'script', {
    steps: /^(?:VBScript|Python|JavaScript|Browser)\/.*(?:script|openscript)$/i,
    property: /^(?:script|scriptText|code|manualScript|javascript)$/i,
  }),
  sinkRow('delete-path', 'deleted path', {
    steps: /^(?:File|Folder)\/delete/i,
    property: listed('filePath folderPath'),
    safe: MARK.behindRoot,
  }),
  sinkRow('path', 'path', {
    steps: /^(?:File|Folder)\/(?:copy|create|rename|downloadTo|zip|unzip)|^Email\/saveAttachment/i,
    property: listed(
      'destinationPath destination destinationFolderPath filePath folderPath newFileName targetPath',
    ),
    safe: MARK.behindRoot,
  }),
  sinkRow('prompt', 'prompt', {
    steps:
      /^(?:GenerativeAI|Generative AI|OpenAI|Azure OpenAI|Amazon Bedrock|Google Vertex AI|Anthropic|AI Skill|Prompt Template)\//i,
    property: /prompt|message|text|input/i,
  }),
];
