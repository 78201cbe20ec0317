/** Places where data of cloud flows does harm or gets out. */
import { MARK } from '../../../model/data-flow/family.ts';
import { listed, sinkRow } from '../listed.ts';
import type { FlowRow } from '../row.ts';

const SENDS_MAIL = /^(?:office365|outlook|gmail|smtp|sendmail|sendgrid)\/.*(?:mail|replyto|forward)/i;
const REQUESTS = /^(?:Http|HttpWebhook)$|\/invokehttp/i;
const ADDRESS = listed(
  'inputs.uri inputs.subscribe.uri inputs.unsubscribe.uri inputs.parameters.request/url',
);
const FILES =
  /^(?:sharepointonline|onedrive|onedriveforbusiness|dropbox|box|googledrive|azureblob|sftpwithssh|ftp|filesystem)\//i;

export const CLOUD_FLOW_SINKS: readonly FlowRow[] = [
  sinkRow('html', 'HTML of the mail', {
    steps: SENDS_MAIL,
    property: /(?:^|[./])body$/i,
    unless: [{ property: /ishtml$/i, is: /^false$/i }],
    safe: MARK.htmlEncoded | MARK.urlEncoded,
  }),
  sinkRow('recipient', 'recipients', {
    steps: SENDS_MAIL,
    property: /(?:^|[./])(?:to|cc|bcc|personalizations\/\d+\/to)$/i,
  }),
  sinkRow('formula', 'cell', {
    steps: /^excelonline\w*\/(?:add|patch|update)/i,
    property: /^inputs\.parameters\.item\//,
    isWhole: true,
  }),
  sinkRow('html', 'page', {
    steps: 'Response',
    property: 'inputs.body',
    when: [{ property: /^inputs\.headers\.content-type$/i, is: /html/i }],
    safe: MARK.htmlEncoded | MARK.urlEncoded,
  }),
  sinkRow('host', 'address', { steps: REQUESTS, property: ADDRESS, safe: MARK.behindHost }),
  sinkRow('sql', 'SQL statement', {
    steps: /^(?:sql|oracle|mysql|postgresql|teradata|db2|informix)\/execute(?:passthroughnative)?query/i,
    property: /(?:^|[./])query$/i,
    safe: MARK.quotesDoubled,
  }),
  sinkRow('filter', 'filter', {
    property: /(?:^|[./])(?:\$filter|\$apply|fetchXml)$/,
    safe: MARK.quotesDoubled | MARK.urlEncoded,
  }),
  sinkRow('filter', 'filter', {
    steps: [REQUESTS, /\/httprequest/i],
    property: [...ADDRESS, 'inputs.queries.$filter', /(?:^|[./])(?:uri|url|relativeUri)$/i],
    behind: /[?&]\$filter=[^&?]{0,400}$/i,
    safe: MARK.quotesDoubled | MARK.urlEncoded,
  }),
  sinkRow('script', 'Office script', {
    steps: /^excelonline\w*\/runscript/i,
    property: /ScriptParameters/i,
  }),
  sinkRow('script', 'code', {
    steps: /^(?:azureautomation\/createjob|JavaScriptCode|CSharpScriptCode|PowerShellCode)/i,
    property: /code|runbookparameters/i,
  }),
  sinkRow('argument', 'input of a desktop flow', {
    steps: /^uiflow\/runuiflow/i,
    property: /(?:^|[./])(?:item|inputs?|body)(?:[./]|$)/i,
  }),
  sinkRow('path', 'path', {
    steps: FILES,
    property: /(?:^|[./])(?:folderPath|path|filePath|destination|destinationFolderPath)$/,
    safe: MARK.behindRoot,
  }),
  sinkRow('prompt', 'prompt', {
    steps:
      /^(?:agentnode|aibuilder|openai|azureopenai|commondataserviceforapps\/aibuilderpredict)|gpt|copilot/i,
    property: /prompt|messages?|input|requestv?\d?\/|text$/i,
  }),
];
