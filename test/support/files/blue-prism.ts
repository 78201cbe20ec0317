/** What the tests of the Blue Prism reader share: fixtures read once, and the normal form as short lines. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Activity, Workflow } from '../../../src/analysis/model/workflow.ts';
import { bluePrism } from '../../../src/analysis/platforms/blue-prism/index.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { activityOf } from './activities.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/blue-prism');
const fixture = (name: string): Buffer => readFileSync(join(FIXTURES, name));

/** Every workflow of a file that is recognised. */
export function readAll(content: string | Buffer, name = 'Example.xml'): readonly Workflow[] {
  const file = openFile(name, Buffer.from(content));
  const kind = bluePrism.recognise(file);
  assert.ok(kind !== undefined, 'recognised');
  return bluePrism.read(file, kind);
}

/** The one workflow of a process or object. */
export function readOne(content: string | Buffer, name?: string): Workflow {
  const workflows = readAll(content, name);
  assert.equal(workflows.length, 1);
  return workflows[0]!;
}

/** The workflow round a fragment. */
export const readSnippet = (fragment: string): Workflow => readOne(bluePrism.snippet(fragment));
/** The fixtures: a process, an object, and a release of three workflows. */
export const invoices = readOne(fixture('Process Invoices.bpprocess'));
export const ledger = readOne(fixture('Ledger.bpobject'));
export const release = readAll(fixture('Invoices.bprelease'));

/** The activity with an id. */
export const byId = (id: string, workflow = invoices): Activity => activityOf(workflow, id);

/** Every link that leaves a stage: `when → target`. */
export function linksOf(id: string, workflow = invoices): string[] {
  const { index } = byId(id, workflow);
  return workflow.transitions
    .filter(({ from }) => from === index)
    .map(({ when, to, target }) => `${when.join()} → ${workflow.activities[to]?.id ?? `(${target})`}`);
}

/** The opening of a process whose root is still open. */
export const PROCESS = '<process name="A" version="1.0" bpversion="7.2.0.0"';
export const RELEASE = 'http://www.blueprism.co.uk/product/release';
