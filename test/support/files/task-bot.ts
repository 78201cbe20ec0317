/** Reads task bots for tests. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { automationAnywhere } from '../../../src/analysis/platforms/automation-anywhere/index.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';

/** A bot with something of everything; its commands have the ids n1, n2, … */
export const FIXTURE = join(
  import.meta.dirname,
  '../../fixtures/automation-anywhere/Reconcile accounts.json',
);

/** The one workflow of a bot's file. */
export function read(bytes: Buffer, name = 'Reconcile accounts.json'): Workflow {
  const workflows = automationAnywhere.read(openFile(name, bytes), 'automation-anywhere-bot');
  assert.equal(workflows.length, 1);
  return workflows[0]!;
}

/** The fixture, read. */
export const readFixture = (): Workflow => read(readFileSync(FIXTURE));

export const readText = (text: string, name?: string): Workflow => read(Buffer.from(text), name);

export const readSnippet = (fragment: string): Workflow => readText(automationAnywhere.snippet(fragment));
