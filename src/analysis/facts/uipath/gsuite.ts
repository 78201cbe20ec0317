/** Facts of UiPath.GSuite.Activities 3.8. */
import type { PackageFacts } from '../package-facts.ts';

export const GSUITE: PackageFacts = {
  name: 'UiPath.GSuite.Activities',
  version: '3.8',
  source: 'activity-docs/UiPath.GSuite.Activities/3.8/activities',
  activities: `
ApplyEmailLabelsConnections
ArchiveEmailConnections
CreateEventConnections
CreateSpreadsheetConnections
DeleteEmailConnections
DownloadAttachmentsConnections
DownloadFileConnections
EmailSent
ForEachEmailConnections
MarkAsReadUnreadConnections
MoveEmailConnections
NewEmailReceived
NewEventCreated
NewEventInvitationReceived
NewFileCreated
ReadRangeConnections
RemoveEmailLabelsConnections
RowAddedToSheetBottom
SendEmailConnections
TurnOffAutomaticRepliesConnections
TurnOnAutomaticRepliesConnections
WriteRangeConnections
WriteRowConnections
`,
};
