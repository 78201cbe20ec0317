/** Power Automate flows for tests: read as the service reads them. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Activity, Workflow } from '../../../src/analysis/model/workflow.ts';
import { type InputFile, openFile } from '../../../src/analysis/platforms/input-file.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';

/** A solution flow that has a bit of everything. */
export const FLOW_FILE = 'ShipOrders-3F2504E0-4F89-11D3-9A0C-0305E82C3301.json';
export const FLOW = readFileSync(
  join(import.meta.dirname, '../../fixtures/power-automate', FLOW_FILE),
  'utf8',
);
export const SCHEMA =
  'https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#';

/** Opens a text as an uploaded file. */
export function openText(text: string, name = 'flow.json'): InputFile {
  return openFile(name, Buffer.from(text));
}

/** The one workflow of a file. */
export function readFlow(text: string, name = 'flow.json'): Workflow {
  const { workflows } = readWorkflows(openText(text, name), 'power-automate');
  assert.equal(workflows.length, 1);
  return workflows[0]!;
}

/** The flow around a fragment. */
export function readFragment(fragment: string): Workflow {
  return readFlow(powerAutomate.snippet(fragment));
}

/** The activity of this name. */
export function named(workflow: Workflow, name: string): Activity {
  const found = workflow.activities.find((activity) => activity.name === name);
  assert.ok(found, `no activity "${name}"`);
  return found;
}

/** The properties of an activity as name → text. */
export function textsOf(activity: Activity): Record<string, string> {
  return Object.fromEntries(activity.properties.map(({ name, text }) => [name, text]));
}
