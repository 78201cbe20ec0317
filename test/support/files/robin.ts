/** Desktop flows in each of the three homes of their script, and how they are read. */
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { zip } from './zip.ts';

/** A script as the package in the JSON of a desktop flow. */
export function packagedFlow(script: string): string {
  const archive = zip([{ name: 'script.robin', content: Buffer.from(script, 'utf16le') }]);
  const definition = { package: archive.toString('base64') };
  return JSON.stringify({
    properties: { definition, inputs: {}, outputs: {} },
    schemaversion: 'ROBIN_20210402',
  });
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** The customizations of a solution with one desktop flow for each script. */
export function customizations(scripts: Readonly<Record<string, string>>): string {
  const flows = Object.entries(scripts).map(
    (
      [name, script],
      index,
    ) => `    <Workflow WorkflowId="{0000000${index}-0000-0000-0000-00000000000A}" Name="${name}">
      <Category>6</Category>
      <Definition>${escaped(JSON.stringify(script))}</Definition>
    </Workflow>`,
  );
  return `<?xml version="1.0"?>\n<ImportExportXml>\n  <Workflows>\n${flows.join('\n')}\n  </Workflows>\n</ImportExportXml>`;
}

/** Every workflow of a file. */
export function readAll(content: string | Buffer, name = 'flow.txt'): readonly Workflow[] {
  const file = openFile(name, Buffer.from(content));
  const kind = powerAutomate.recognise(file);
  return kind === undefined ? [] : powerAutomate.read(file, kind);
}

/** The one workflow of a script. */
export function readScriptText(script: string): Workflow {
  const [workflow, second] = readAll(script);
  if (workflow === undefined || second !== undefined) throw new Error('not one workflow');
  return workflow;
}

/** `container.slot type name` of every activity, as an indented outline. */
export function outlineOf({ activities }: Workflow): readonly string[] {
  const depths: number[] = [];
  return activities.map(({ parent, slot, type, name }) => {
    const depth = parent === -1 ? 0 : depths[parent]! + 1;
    depths.push(depth);
    return `${'  '.repeat(depth)}${slot === '' ? '' : `${slot}: `}${type} "${name}"`;
  });
}
