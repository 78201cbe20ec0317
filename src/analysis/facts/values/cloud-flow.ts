/**
 * Values that steps of cloud flows take. Sources: Microsoft's reference of the workflow definition language, its limits and
 * its connectors, below learn.microsoft.com.
 */
import { readValueRows } from './value-rows.ts';

const ROWS = `
Recurrence: recurrence.frequency one-of Second Minute Hour Day Week Month Year; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Recurrence ?recurrence.frequency=Month: recurrence.interval between 1 16; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Recurrence ?recurrence.frequency=Week: recurrence.interval between 1 71; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Recurrence ?recurrence.frequency=Day: recurrence.interval between 1 500; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Recurrence ?recurrence.frequency=Hour: recurrence.interval between 1 12000; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Recurrence ?recurrence.frequency=Minute: recurrence.interval between 1 72000; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Recurrence ?recurrence.frequency=Second: recurrence.interval between 1 9999999; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Recurrence: recurrence.schedule.hours.* between 0 23; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Recurrence: recurrence.schedule.minutes.* between 0 59; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Recurrence: recurrence.schedule.weekDays.* one-of Monday Tuesday Wednesday Thursday Friday Saturday Sunday; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Recurrence: recurrence.timeZone time-zone; azure/logic-apps/logic-apps-workflow-actions-triggers#recurrence-trigger
Foreach: runtimeConfiguration.concurrency.repetitions between 1 50; azure/logic-apps/logic-apps-workflow-actions-triggers#change-for-each-concurrency
Until: limit.count between 1 5000; power-automate/limits-and-config#looping-and-debatching-limits
Until Http OpenApiConnection ApiConnection OpenApiConnectionWebhook Workflow: limit.timeout iso-duration; azure/logic-apps/logic-apps-workflow-actions-triggers#until-action
Http OpenApiConnection ApiConnection Workflow: inputs.retryPolicy.type one-of none fixed exponential default; azure/logic-apps/error-exception-handling#retry-policies
Http OpenApiConnection ApiConnection Workflow: inputs.retryPolicy.count between 1 90; azure/logic-apps/logic-apps-limits-and-configuration#retry-policy-limits
Http OpenApiConnection ApiConnection Workflow: inputs.retryPolicy.interval|inputs.retryPolicy.minimumInterval|inputs.retryPolicy.maximumInterval iso-duration; azure/logic-apps/error-exception-handling#retry-policies
Http HttpWebhook: inputs.uri|inputs.subscribe.uri web-address; azure/logic-apps/logic-apps-workflow-actions-triggers#http-action
Wait: inputs.interval.unit one-of Second Minute Hour Day Week Month Year; azure/logic-apps/logic-apps-workflow-actions-triggers#wait-action
Wait: inputs.interval.count between 0; azure/logic-apps/logic-apps-workflow-actions-triggers#wait-action
Terminate: inputs.runStatus one-of Cancelled Failed Succeeded; azure/logic-apps/logic-apps-workflow-actions-triggers#terminate-action
InitializeVariable: inputs.variables.0.type one-of array boolean float integer object string; azure/logic-apps/logic-apps-create-variables-store-values
Table: inputs.format one-of CSV HTML; azure/logic-apps/logic-apps-workflow-actions-triggers#table-action
OpenApiConnection ApiConnection OpenApiConnectionWebhook: inputs.parameters.$filter|inputs.parameters.subscriptionRequest/filterexpression odata-filter; power-automate/dataverse/list-rows#filter-rows
OpenApiConnection ApiConnection: inputs.parameters.$top between 0; power-automate/dataverse/list-rows#row-count
OpenApiConnection ApiConnection: inputs.parameters.fetchXml fetch-xml; power-automate/dataverse/list-rows#fetch-xml-query
OpenApiConnection ?operation=SendEmailV2: inputs.parameters.emailMessage/To|inputs.parameters.emailMessage/Cc|inputs.parameters.emailMessage/Bcc mail-address; connectors/office365#send-an-email-v2
OpenApiConnection ?operation=SendEmailV2: inputs.parameters.emailMessage/Importance one-of Low Normal High; connectors/office365#send-an-email-v2
OpenApiConnectionWebhook ?operation=SubscribeWebhookTrigger: inputs.parameters.subscriptionRequest/message between 1 7; connectors/commondataserviceforapps#when-a-row-is-added-modified-or-deleted
OpenApiConnectionWebhook ?operation=SubscribeWebhookTrigger: inputs.parameters.subscriptionRequest/scope between 1 4; connectors/commondataserviceforapps#when-a-row-is-added-modified-or-deleted
`;

/** Values by the type of the step. */
export const CLOUD_FLOW_VALUES = readValueRows(ROWS);
