/** Reads UiPath workflows for tests, and writes what was read in a few words. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameChain } from '../../../src/analysis/model/navigate.ts';
import type { Activity, Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';

/** Namespace declarations for documents written in place. */
export const WF = 'xmlns="http://schemas.microsoft.com/netfx/2009/xaml/activities"';
export const X = 'xmlns:x="http://schemas.microsoft.com/winfx/2006/xaml"';
const FIXTURES = join(import.meta.dirname, '../../fixtures/uipath');
/** The text of a file in the fixtures. */
export const fixture = (name: string): string => readFileSync(join(FIXTURES, name), 'utf8');

/** What the platform takes a text for. */
export function recognise(text: string | Buffer, name = 'Main.xaml'): string | undefined {
  return uipath.recognise(openFile(name, Buffer.from(text)));
}

/** Reads a whole file. */
export function read(text: string | Buffer, name = 'Main.xaml'): Workflow {
  const file = openFile(name, Buffer.from(text));
  assert.equal(uipath.recognise(file), 'uipath-workflow');
  return uipath.read(file, 'uipath-workflow')[0]!;
}

/** Reads a fragment as examples of rules are read. */
export const readSnippet = (fragment: string): Workflow => read(uipath.snippet(fragment));

/** The first activity of a name. */
export function named({ activities }: Workflow, name: string): Activity {
  const found = activities.find((activity) => activity.name === name);
  assert.ok(found !== undefined, name);
  return found;
}

/** `Slot: Name (role)` for each activity, indented by depth; what cannot run ends in `off` or `dead`. */
export function outline(workflow: Workflow): string[] {
  return workflow.activities.map((activity) => {
    const indent = '  '.repeat(nameChain(workflow, activity.index).length - 1);
    const state = `${activity.enabled ? '' : ' off'}${activity.reachable ? '' : ' dead'}`;
    return `${indent}${activity.slot && `${activity.slot}: `}${activity.name} (${activity.role})${state}`;
  });
}

/** `Name=literal`, `Name=[expression]`, `Name>[symbol]` for what it writes. */
export function settings({ properties }: Activity): string[] {
  return properties.map(
    ({ name, direction, text, expression }) =>
      `${name}${direction === 'out' ? '>' : '='}${expression ? `[${text}]` : text}`,
  );
}
