/** Facts of UiPath.Testing.Activities 25.10. */
import type { PackageFacts } from '../package-facts.ts';

export const TESTING: PackageFacts = {
  name: 'UiPath.Testing.Activities',
  version: '25.10',
  source: 'activity-docs/UiPath.Testing.Activities/25.10/activities',
  activities: `
Address
AttachDocument
BulkAddTestDataQueue
ComparePdfDocuments
CompareText
CreateComparisonRule
DeleteTestDataQueueItems
GetTestDataQueueItem
GetTestDataQueueItems
GivenName
LastName
NewAddTestDataQueueItem
RandomDate
RandomNumber
RandomString
RandomValue
VerifyExpression
VerifyExpressionWithOperator
VerifyRange
`,
};
