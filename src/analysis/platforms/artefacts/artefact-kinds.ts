/** Kinds of files that belong to an automation and that no reader takes yet: the closed set, with names for people. */
import type { Platform } from '../../model/platform.ts';

/** Names of a kind, and what its author can do. */
interface ArtefactKindFacts {
  readonly platform: Platform;
  /** With its article, as in "It is a coded workflow of UiPath". */
  readonly one: string;
  readonly many: string;
  readonly advice: string;
}

const REVIEW = 'Have a person review it before it goes live.';

/** Every kind that the analysis can name. */
export const ARTEFACT_KINDS = {
  'coded-workflow': {
    platform: 'uipath',
    one: 'a C# file that Studio lists as a coded workflow and whose code does not say so',
    many: 'C# files that Studio lists as coded workflows and whose code does not say so',
    advice: `Derive its class from CodedWorkflow, or delete the .cs.json file beside it.`,
  },
  'coded-agent': {
    platform: 'uipath',
    one: 'a coded agent of UiPath',
    many: 'coded agents of UiPath',
    advice: 'Have a person review the code of the agent: only few rules read it.',
  },
  'other-xaml': {
    platform: 'uipath',
    one: 'a XAML file of UiPath that is no workflow of Studio',
    many: 'XAML files of UiPath that are no workflows of Studio',
    advice: 'Open the file in Studio, save it as a workflow, and send that.',
  },
  'compiled-package': {
    platform: 'uipath',
    one: 'a compiled package of UiPath',
    many: 'compiled packages of UiPath',
    advice:
      "Libraries are published compiled: send a zip of the project's folder, with project.json and the .xaml files in it.",
  },
  'unread-workbook': {
    platform: 'uipath',
    one: 'a workbook of configuration that cannot be read',
    many: 'workbooks of configuration that cannot be read',
    advice: 'Save it as .xlsx without a password, and search it for secrets.',
  },
  'ai-prompt': {
    platform: 'power-automate',
    one: 'a prompt or model of AI Builder',
    many: 'prompts or models of AI Builder',
    advice: 'Have a person review the prompt: only secrets of a known form are looked for in it.',
  },
  // Exports of solutions have AI models as elements, and no file for each.
  'ai-models': {
    platform: 'power-automate',
    one: 'the customization of a solution with prompts or models of AI Builder',
    many: 'customizations of solutions with prompts or models of AI Builder',
    advice: 'Have a person review the prompt, and search it for secrets.',
  },
  'canvas-app': {
    platform: 'power-automate',
    one: 'a canvas app of Power Apps',
    many: 'canvas apps of Power Apps, or parts of them',
    advice: 'Check the app with the App checker of Power Apps.',
  },
  'classic-workflow': {
    platform: 'power-automate',
    one: 'a classic workflow of Dynamics 365',
    many: 'classic workflows of Dynamics 365',
    advice: 'Replace it by a cloud flow, or have a person review it.',
  },
  'logic-app': {
    platform: 'power-automate',
    one: 'a workflow of Azure Logic Apps (Standard)',
    many: 'workflows of Azure Logic Apps (Standard)',
    advice:
      "To have them judged like cloud flows, run `flowarden validate --include-logic-apps`, or set `includeLogicApps` in the organisation's settings.",
  },
  'logic-app-resource': {
    platform: 'power-automate',
    one: 'a workflow of Azure Logic Apps (Consumption)',
    many: 'workflows of Azure Logic Apps (Consumption)',
    advice: REVIEW,
  },
  'ai-skill': {
    platform: 'automation-anywhere',
    one: 'an AI skill or AI agent of Automation Anywhere',
    many: 'AI skills or AI agents of Automation Anywhere',
    advice: 'Have a person review its prompt, model and tools, and search them for secrets.',
  },
  'version-11': {
    platform: 'automation-anywhere',
    one: 'a file of Automation Anywhere version 11 or older',
    many: 'files of Automation Anywhere version 11 or older',
    advice:
      'Migrate the bot in an A360 Control Room (Administration > Migration), export it there, and send that zip.',
  },
  skill: {
    platform: 'blue-prism',
    one: 'a skill of Blue Prism',
    many: 'skills of Blue Prism',
    advice: 'Its content is encrypted: ask its vendor for a review, and check the rights that it gets.',
  },
  'nested-archive': {
    platform: 'uipath',
    one: 'an archive inside another one that was not opened',
    many: 'archives inside other ones that were not opened',
    advice: 'Unpack it and send what is in it.',
  },
} as const satisfies Readonly<Record<string, ArtefactKindFacts>>;

/** Kind of a file that belongs to an automation and is not analysed. */
export type ArtefactKind = keyof typeof ARTEFACT_KINDS;

/** Returns whether a text is the id of a kind. */
export function isArtefactKind(text: string | undefined): text is ArtefactKind {
  return text !== undefined && Object.hasOwn(ARTEFACT_KINDS, text);
}
