/**
 * Reader of workflows of Azure Logic Apps (Standard), which have the language of cloud flows. Each is a file `workflow.json`
 * in a folder with its name.
 */
import type { Workflow } from '../../../model/workflow.ts';
import type { InputFile } from '../../input-file.ts';
import type { KindReader } from '../../kinds/kind-reader.ts';
import { readFlow } from '../parse.ts';
import { standardDefinition } from '../recognise.ts';

/** Path of a workflow of Azure Logic Apps (Standard). */
export const LOGIC_APP = /(?:^|\/)workflow\.json$/i;

/** Returns the name of the folder around a workflow; that of the file where the folder is unknown. */
const nameOf = ({ path, name }: InputFile): string => path.split('/').at(-2) ?? name.replace(/\.json$/i, '');

function readLogicApp(file: InputFile): readonly Workflow[] {
  const definition = standardDefinition(file.json());
  if (definition === -1) return [];
  const name = nameOf(file);
  return [readFlow(file, { kind: logicApp.kind, definition, properties: -1 }, { name, id: undefined })];
}

/** Workflows. */
export const logicApp: KindReader = {
  kind: 'azure-logic-app',
  path: LOGIC_APP,
  syntax: 'json',
  marks: ['workflowdefinition.json', '"Stateful"', '"Stateless"'],
  optional: 'logicApps',
  isOne: (file) => standardDefinition(file.json()) !== -1,
  read: readLogicApp,
};
