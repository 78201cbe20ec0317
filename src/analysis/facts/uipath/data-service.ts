/** Facts of UiPath.DataService.Activities. */
import type { PackageFacts } from '../package-facts.ts';

export const DATA_SERVICE: PackageFacts = {
  name: 'UiPath.DataService.Activities',
  version: '',
  source: 'activity-docs/UiPath.DataService.Activities/activities',
  activities: `
CreateEntityRecord
CreateMultipleEntityRecords
DeleteEntityRecord
DeleteFileFromRecordField
DeleteMultipleEntityRecords
DownloadFileFromRecordField
GetEntityRecordById
QueryEntityRecords
UpdateEntityRecord
UpdateMultipleEntityRecords
UploadFileToRecordField
`,
};
