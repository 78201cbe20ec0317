/** Kinds of files that are read: the closed set, and their names in the vendors' designers. */

interface FileKindFacts {
  /** With its article, as in "It is a coded workflow". */
  readonly one: string;
  /**
   * `workflow`: one workflow with steps of its own. `several`: workflows that are judged together. `data`: facts about
   * other files. `unread`: nothing.
   */
  readonly content: 'workflow' | 'several' | 'data' | 'unread';
}

/** Every kind. The key is its name on the wire, in outlines, lists of workflows and the documents of the command. */
export const FILE_KINDS = {
  // A damaged member of an archive, with its reason in `unread`.
  unreadable: { one: 'a file that cannot be read', content: 'unread' },
  'uipath-workflow': { one: 'a workflow', content: 'workflow' },
  'uipath-coded-workflow': { one: 'a coded workflow', content: 'workflow' },
  'uipath-api-workflow': { one: 'an API workflow', content: 'workflow' },
  'uipath-flow': { one: 'a Maestro flow', content: 'workflow' },
  'uipath-process': { one: 'a BPMN process', content: 'workflow' },
  'uipath-case': { one: 'a Maestro case', content: 'workflow' },
  'uipath-agent': { one: 'a low-code agent', content: 'workflow' },
  'uipath-agent-resource': { one: 'a tool of an agent', content: 'workflow' },
  'uipath-coded-agent': { one: 'a coded agent', content: 'workflow' },
  'uipath-coded-agent-part': { one: 'a list of entry points or resources of a coded agent', content: 'data' },
  'uipath-evaluation-set': { one: 'a set of test cases of an agent', content: 'data' },
  'uipath-evaluator': { one: 'an evaluator of test cases', content: 'data' },
  'uipath-solution': { one: 'the list of projects of a solution', content: 'data' },
  'uipath-solution-part': { one: 'a project or resource of a solution', content: 'data' },
  'uipath-object': { one: 'an element of an object repository', content: 'data' },
  'uipath-project': { one: 'a project', content: 'data' },
  'uipath-archive': { one: 'a package or folder of projects', content: 'several' },
  'uipath-workbook': { one: 'a workbook of configuration', content: 'data' },
  'uipath-side-file': { one: 'a script or table beside workflows', content: 'data' },
  'power-automate-flow': { one: 'a cloud flow', content: 'workflow' },
  'power-automate-package-flow': { one: 'a cloud flow of a package', content: 'workflow' },
  'power-automate-definition': { one: 'the definition of a cloud flow', content: 'workflow' },
  'power-automate-desktop-flow': { one: 'a desktop flow', content: 'workflow' },
  'power-automate-solution': { one: 'a solution', content: 'several' },
  'power-automate-package': { one: 'a package of a cloud flow', content: 'several' },
  'power-automate-connector': { one: 'a custom connector', content: 'workflow' },
  'power-automate-connector-settings': { one: 'settings of a custom connector', content: 'data' },
  'power-automate-connector-code': { one: 'the code of a custom connector', content: 'workflow' },
  'power-automate-deployment-settings': { one: 'settings of a deployment', content: 'data' },
  'power-automate-app-source': { one: 'a text of an app or a prompt', content: 'data' },
  'power-automate-folder': { one: 'a folder of parts of a solution', content: 'several' },
  'azure-logic-app': { one: 'a workflow of Azure Logic Apps', content: 'workflow' },
  'azure-logic-app-settings': { one: 'connections or parameters of Azure Logic Apps', content: 'data' },
  'azure-logic-app-folder': { one: 'a project of Azure Logic Apps', content: 'several' },
  'copilot-studio-part': { one: 'a part of an agent', content: 'workflow' },
  'copilot-studio-workflow': { one: 'the graph of a workflow of Copilot Studio', content: 'workflow' },
  'copilot-studio-workspace': { one: 'a workspace of an agent', content: 'several' },
  'automation-anywhere-bot': { one: 'a task bot', content: 'workflow' },
  'automation-anywhere-process': { one: 'a process', content: 'workflow' },
  'automation-anywhere-form': { one: 'a form', content: 'workflow' },
  'automation-anywhere-ai-agent': { one: 'an AI agent', content: 'workflow' },
  'automation-anywhere-ai-skill': { one: 'an AI skill', content: 'workflow' },
  'automation-anywhere-export': { one: 'an export of bots', content: 'several' },
  'blue-prism-process': { one: 'a process', content: 'workflow' },
  'blue-prism-object': { one: 'an object', content: 'workflow' },
  'blue-prism-release': { one: 'a release', content: 'several' },
  'blue-prism-archive': { one: 'a folder of processes and objects', content: 'several' },
} as const satisfies Readonly<Record<string, FileKindFacts>>;

/** Kind of the file of a workflow. */
export type FileKind = keyof typeof FILE_KINDS;
