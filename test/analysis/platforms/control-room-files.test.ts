/** Files of a Control Room beside bots: processes, forms, AI agents and AI skills. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { zip } from '../../support/files/zip.ts';

const PROCESS =
  '{"nodes": [{"uid": "1", "commandName": "InitialStep", "packageName": "HBCWorkflow", "title": "Receive", "children": [{"uid": "2", "commandName": "RunTask", "packageName": "HBCWorkflow", "attributes": [{"value": {"string": "repository:///Automation%20Anywhere/Bots/Book"}}]}]}]}';
const FORM = '{"form": {"rows": [{"columns": [{"type": "TextBox", "label": "Customer"}]}]}}';
const AGENT =
  '{"name": "Analyst", "prompt": "Answer", "tools": ["repository:///Automation Anywhere/Bots/Find"]}';
const LIST = {
  files: [
    { path: 'Automation Anywhere/Ai/Analyst', contentType: 'application/vnd.aa.aiagent' },
    { path: 'Automation Anywhere/Ai/Ask', contentType: 'application/vnd.aa.prompt+template' },
    { path: 'Automation Anywhere/Ai/Gone', contentType: 'application/vnd.aa.prompt' },
    { path: 'Automation Anywhere/Flows/Approve', contentType: 'application/vnd.aa.workflow' },
  ],
};

describe('an export with files beside bots', () => {
  const { kind, workflows } = readWorkflows(
    openFile(
      'export.zip',
      zip([
        { name: 'manifest.json', content: JSON.stringify(LIST) },
        { name: 'Automation Anywhere/Ai/Analyst', content: AGENT },
        { name: 'Automation Anywhere/Ai/Ask', content: '{"text": "Say hello"}' },
        { name: 'Automation Anywhere/Flows/Approve', content: PROCESS },
        { name: 'Automation Anywhere/Forms/Order', content: FORM },
      ]),
    ),
  );

  it('has each under the kind that the manifest or its content says', () => {
    assert.equal(kind, 'automation-anywhere-export');
    assert.deepEqual(
      workflows.map((workflow) => [workflow.artifactKey, workflow.kind]),
      [
        ['Automation Anywhere/Ai/Analyst', 'automation-anywhere-ai-agent'],
        ['Automation Anywhere/Ai/Ask', 'automation-anywhere-ai-skill'],
        // The manifest lists it, but the export does not have it.
        ['Automation Anywhere/Ai/Gone', 'unreadable'],
        ['Automation Anywhere/Flows/Approve', 'automation-anywhere-process'],
        ['Automation Anywhere/Forms/Order', 'automation-anywhere-form'],
      ],
    );
  });

  it('has their steps, elements and calls', () => {
    const [agent, , , process, form] = workflows;
    assert.deepEqual(
      process!.activities.slice(1).map(({ type, name, parent }) => [type, name, parent]),
      [
        ['HBCWorkflow/InitialStep', 'Receive', 0],
        ['HBCWorkflow/RunTask', '2', 1],
      ],
    );
    assert.deepEqual(
      [agent, process].map((workflow) => workflow!.calls.map(({ target }) => target)),
      [['Automation Anywhere/Bots/Find'], ['Automation Anywhere/Bots/Book']],
    );
    assert.deepEqual(
      form!.activities.slice(1).map(({ type, name }) => [type, name]),
      [['TextBox', 'Customer']],
    );
    const { at } = process!.calls[0]!;
    assert.equal(process!.source.path(at), '/nodes/0/children/0/attributes/0/value/string');
  });
});
