/** Places where secret, personal and untrusted data comes into cloud flows. */
import { MARK } from '../../../model/data-flow/family.ts';
import { listed } from '../listed.ts';
import { PERSONAL_NAMES } from '../personal-names.ts';
import { type FlowRow, OUTPUT, type SettingTest } from '../row.ts';

/** Members that the service fills, by the words for the data: from the vendor's reference of its connectors (2026). */
const FILLED: Readonly<Record<string, readonly (string | RegExp)[]>> = {
  mail: [
    /^(?:id|conversationid|internetmessageid|datetimereceived|receiveddatetime|hasattachments?|importance|isread|size)$/i,
    // A sender may have any name, but their address is one that a mail system has accepted.
    /^(?:from|to|cc|bcc|(?:to|cc|bcc)recipients)$/i,
  ],
  'form answer': ['responder', 'submitDate', 'startDate', 'responseId', 'formId'],
  'chat message': [
    /^(?:id|messageid|conversationid|replytoid|createddatetime|lastmodifieddatetime|etag|messagetype|importance|locale)$/i,
    /^(?:from|user|channelidentity|channelid|teamid|weburl|messagelink.*)$/i,
  ],
  'list item': [/^(?:\{.*\}|id|created|modified|author|editor|.*#(?:id|claims|email)|.*claims)$/i],
};

/** Data that starts a flow, where the trigger has these settings. */
const started = (words: string, ...when: readonly SettingTest[]): FlowRow => ({
  kind: 'mention-source',
  family: 'untrusted',
  words,
  keys: 'trigger',
  when,
  ...(FILLED[words] && { without: FILLED[words] }),
});

/** Data that a step gives. */
const given = (words: string, steps: RegExp, isDoubtful = false): FlowRow => ({
  kind: 'source',
  family: 'untrusted',
  words,
  steps,
  property: OUTPUT,
  ...(FILLED[words] && { without: FILLED[words] }),
  ...(isDoubtful && { marks: MARK.possible }),
});

const connector = (pattern: RegExp): SettingTest => ({ property: 'connector', is: pattern });
const operation = (pattern: RegExp): SettingTest => ({ property: 'operation', is: pattern });

export const CLOUD_FLOW_SOURCES: readonly FlowRow[] = [
  { kind: 'item-source', family: 'personal', words: 'personal data', names: PERSONAL_NAMES },
  { kind: 'symbol-source', family: 'personal', words: 'personal data', names: PERSONAL_NAMES },
  // Anyone who knows the address of such a trigger, or who uses the app or the agent, chooses the values.
  started('request', { property: 'kind', is: /^(?:http|teamswebhook)$/i }),
  started('input of an app', { property: 'kind', is: /^powerapp(?:v2)?$/i }),
  started('question to an agent', { property: 'kind', is: /^(?:virtualagent|skills)$/i }),
  started('mail', connector(/(?:office365|outlook|gmail)$/i), operation(/mail/i)),
  started('chat message', connector(/(?:teams|slack)$/i), operation(/message|mention/i)),
  started(
    'form answer',
    connector(/(?:typeform|jotform|jotformenterprise|surveymonkey|cognitoforms|wufoo|formstackforms)$/i),
  ),
  started('list item', connector(/sharepointonline$/i), operation(/items?(?:_v\d)?$/i)),
  given('form answer', /^microsoftforms\/getformresponsebyid/i),
  given('mail', /^(?:office365|outlook|gmail)\/(?:get|export)e?mail/i),
  given('answer of a server', /^Http$|\/(?:invokehttp|httprequest)/i, true),
  given(
    'answer of a language model',
    /^(?:agentnode|aibuilder|openai|azureopenai|commondataserviceforapps\/aibuilderpredict)|gpt|copilot/i,
  ),
  given('list item', /^sharepointonline\/getitems?(?:_v\d)?$/i, true),
  given(
    'row of a database',
    /^(?:sql|oracle|mysql|postgresql)\/|^commondataservice\w*\/(?:listrecords|getitem)/i,
    true,
  ),
  given('row of a workbook', /^excelonline\w*\/(?:getitems?|getrows?)/i),
  given(
    'file',
    new RegExp(
      `^(?:${listed('sharepointonline onedrive onedriveforbusiness dropbox box googledrive azureblob sftpwithssh ftp filesystem').join('|')})/getfilecontent`,
      'i',
    ),
  ),
];
