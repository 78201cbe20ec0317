/** Facts of UiPath.Jira.Activities. */
import type { PackageFacts } from '../package-facts.ts';

export const JIRA: PackageFacts = {
  name: 'UiPath.Jira.Activities',
  version: '',
  source: '../../uipath-troubleshoot/references/activity-packages/jira-activities/playbooks',
  activities: `
JiraApplicationScope #jira-scope-response-not-json-or-500 ServerUrl!:String Username:String ApiToken:String
`,
  settings: `
JiraApplicationScope: AuthenticationType=ApiToken ClientId -> -; the login fails, as an API token and an OAuth client exclude each other; activity-packages/jira-activities/playbooks/jira-scope-authentication-failures.md
TransitionIssue: TransitionId:number -> -; [low] the step fails for an issue in another status or project, as an id of a transition belongs to one status of one project; activity-packages/jira-activities/playbooks/jira-transition-issue-failures.md
`,
  values: `
JiraApplicationScope: Username account-mail; activity-packages/jira-activities/playbooks/jira-scope-authentication-failures.md
AddComment TransitionIssue GetIssue UpdateIssue DeleteIssue AssignIssue GetTransitions GetComments AddAttachments CreateIssueLink: IssueKey issue-key; activity-packages/jira-activities/playbooks/jira-add-comment-failures.md
JiraApplicationScope: ServerUrl|ServerURL base-url; activity-packages/jira-activities/playbooks/jira-scope-response-not-json-or-500.md
JiraApplicationScope: ServerUrl|ServerURL host; activity-packages/jira-activities/playbooks/jira-scope-response-not-json-or-500.md
`,
  defects: `
TransitionIssue GetTransitions: <1.6; it cannot read the fields of some transitions; 1.6; activity-packages/jira-activities/playbooks/jira-transition-issue-failures.md
`,
};
