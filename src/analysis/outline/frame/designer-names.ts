/** Words of the designers for types of steps and for settings. What no table names is its technical name in words. */
import type { Activity } from '../../model/workflow.ts';
import { maskSecrets, stepName } from '../step-name.ts';

/** Rows `Type Words of the designer`. */
const table = (rows: string): ReadonlyMap<string, string> =>
  new Map(
    rows
      .trim()
      .split('\n')
      .map((row): [string, string] => {
        const blank = row.indexOf(' ');
        return [row.slice(0, blank), row.slice(blank + 1)];
      }),
  );

const UIPATH_TYPES = table(`
AddQueueItem Add Queue Item
BulkAddQueueItems Bulk Add Queue Items
ExcelApplicationCard Use Excel File
ExcelApplicationScope Excel Application Scope
ExcelProcessScopeX Excel Process Scope
ExecuteNonQuery Run Command
ExecuteQuery Run Query
ForEachRow For Each Row in Data Table
GetQueueItem Get Transaction Item
GetRobotAsset Get Asset
GetRobotCredential Get Credential
HttpClient HTTP Request (legacy)
IfElseIf Else If
IfElseIfBlock If / Else If
InterruptibleDoWhile Do While
InterruptibleWhile While
NApplicationCard Use Application/Browser
NetHttpRequest HTTP Request
NGetUrl Get URL
NGoToUrl Go to URL
SendMail Send SMTP Mail Message
SmtpSendMail Send SMTP Email
TryCatch Try Catch
WordApplicationCard Use Word File`);

const FLOW_TYPES = table(`
ApiConnection Connector
ApiManagement API Management
AppendToArrayVariable Append to array variable
AppendToStringVariable Append to string variable
DecrementVariable Decrement variable
DelayUntil Delay until
Expression Data operation
Foreach Apply to each
Http HTTP
HttpWebhook HTTP Webhook
If Condition
IncrementVariable Increment variable
InitializeVariable Initialize variable
ParseJson Parse JSON
Query Filter array
Request When an HTTP request is received
SetVariable Set variable
Table Create table
Until Do until
Wait Delay
Workflow Run a Child Flow`);

const CONNECTORS = table(`
approvals Approvals
azureblob Azure Blob Storage
commondataservice Microsoft Dataverse (legacy)
commondataserviceforapps Microsoft Dataverse
excelonlinebusiness Excel Online (Business)
flowpush Notifications
keyvault Azure Key Vault
office365 Office 365 Outlook
office365users Office 365 Users
onedriveforbusiness OneDrive for Business
outlook Outlook.com
sendmail Mail
sharepointonline SharePoint
sql SQL Server
teams Microsoft Teams
webcontents HTTP with Microsoft Entra ID`);

const STAGE_TYPES = table(`
LoopEnd Loop End
LoopStart Loop Start
MultipleCalculation Multi Calculation
ProcessInfo Process Information
SubSheet Page Reference
SubSheetInfo Page Information
WaitStart Wait
WaitEnd Wait End`);

/** Labels of settings by their whole names, then by their last part. */
const LABELS = table(`
foreach Select an output from previous steps
inputs.authentication.password Authentication › Password
inputs.authentication.type Authentication › Type
inputs.authentication.username Authentication › Username
inputs.retryPolicy Retry policy
inputs.schema Schema
inputs.triggerAuthenticationType Who can trigger the flow
limit.count Count
limit.timeout Action timeout
loginhibit Stage logging
looptype Loop type
runAfter Run after
runtimeConfiguration.concurrency.repetitions Degree of parallelism
runtimeConfiguration.secureData Secure inputs and outputs
securedPassword Password
sourceString Source string
uri URI
useSecure Use secure connection (SSL/TLS)
ContinueOnError ContinueOnError
TimeoutMS Timeout (milliseconds)
DelayMS Delay (milliseconds)`);

/** Words that designers write in capitals. */
const CAPITALS = /\b(?:api|csv|html|http|id|json|pdf|sql|ssl|tls|uri|url|xml)\b/gi;

/** Longest name of a setting that is shown, and the part of a longer type that is. */
const NAME_MAX = 500;

/** Returns a technical name as words: `WriteRangeX` is `Write Range`. */
function words(name: string): string {
  return maskSecrets(name.slice(0, NAME_MAX))
    .replaceAll('_', ' ')
    .replace(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ')
    .replace(CAPITALS, (word) => word.toUpperCase())
    .trim();
}

const capital = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1);

const textOf = ({ properties }: Activity, name: string): string =>
  properties.find((property) => property.name === name)?.text ?? '';

function uipathType(type: string): string {
  const own = type.slice(type.lastIndexOf('.') + 1).replace(/[`(<].*$/s, '');
  const known = UIPATH_TYPES.get(own);
  if (known !== undefined) return known;
  // `N` marks modern activities of applications, `X` and the suffixes below those of cards and connections.
  const bare = own.replace(/^N(?=[A-Z][a-z])/, '').replace(/(?:X|Connections|WithDescriptor)$/, '');
  return words(bare);
}

function flowType(activity: Activity): string {
  const connector = (textOf(activity, 'inputs.host.apiId') || textOf(activity, 'connector'))
    .slice(-60)
    .replace(/^.*\//s, '')
    .replace(/^shared_/, '');
  if (connector === '') return FLOW_TYPES.get(activity.type) ?? words(activity.type);
  const operation = words(textOf(activity, 'inputs.host.operationId'));
  const title = CONNECTORS.get(connector) ?? connector;
  return operation === '' ? title : `${title}: ${operation}`;
}

function stageType(activity: Activity): string {
  const object = textOf(activity, 'resource.object');
  if (activity.type === 'Action' && object !== '') return `${object}: ${textOf(activity, 'resource.action')}`;
  return STAGE_TYPES.get(activity.type) ?? words(activity.type);
}

/** Returns the designer's word for the type of a step; '' where its name is made of the type. */
export function designerType(platform: string, kind: string, activity: Activity): string {
  const { type } = activity;
  if (platform === 'uipath') return stepName(uipathType(type));
  if (platform === 'blue-prism') return stepName(stageType(activity));
  if (platform === 'automation-anywhere') return '';
  if (kind === 'power-automate-desktop-flow')
    return type.includes('.') ? stepName(words(type.slice(0, type.indexOf('.')))) : '';
  return stepName(flowType(activity));
}

/** Returns the designer's label of a setting. */
export function settingLabel(name: string): string {
  const known = LABELS.get(name);
  if (known !== undefined) return known;
  if (name.length > NAME_MAX) return '…';
  const parts = maskSecrets(name)
    .replace(/^(?:inputs\.(?:parameters\.|body\.)?|body\.)/, '')
    .split(/[./]/);
  const named = parts.slice(-2).filter((part) => part !== '' && !/^\d+$/.test(part));
  const shown = named.filter((part, at) => part.toLowerCase() !== named[at - 1]?.toLowerCase());
  return stepName(shown.map((part) => LABELS.get(part) ?? capital(words(part))).join(' › '));
}
