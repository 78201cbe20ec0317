/** Custom connectors: operations, settings, code, places, and archives of their files. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { type ReadFile, readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { zip } from '../../support/files/zip.ts';

const read = (path: string, content: string | Buffer): ReadFile =>
  readWorkflows(openFile(path, Buffer.from(content)));

const DEFINITION = `{
  "swagger": "2.0",
  "info": {"title": "Stock"},
  "host": "stock.northwind.com",
  "schemes": ["https"],
  "paths": {
    "/items/{id}": {
      "parameters": [],
      "get": {"summary": "Read", "operationId": "ReadItem", "parameters": [{"name": "id", "in": "path"}], "responses": {"200": {}}},
      "delete": {"operationId": "DeleteItem"}
    }
  },
  "definitions": {"Item": {"properties": {"id": {"default": "x"}}}}
}`;

describe('a custom connector', () => {
  it('has each operation as a step, without the schemas of its data', () => {
    const { kind, workflows } = read('Connectors/nw_stock_openapidefinition.json', DEFINITION);
    const [connector] = workflows;
    assert.deepEqual([kind, connector!.name], ['power-automate-connector', 'Stock']);
    assert.deepEqual(
      connector!.activities.map(({ type, name, properties }) => [
        type,
        name,
        properties.map(({ name: setting, text }) => `${setting}=${text}`).join(' '),
      ]),
      [
        ['Connector', 'Stock', 'swagger=2.0 info.title=Stock host=stock.northwind.com schemes.0=https'],
        [
          'Operation',
          'Read',
          'method=get path=/items/{id} operationId=ReadItem parameters.0.name=id parameters.0.in=path',
        ],
        ['Operation', 'DeleteItem', 'method=delete path=/items/{id} operationId=DeleteItem'],
      ],
    );
    const { at } = connector!.activities[2]!;
    assert.equal(connector!.source.path(at), '/paths/~1items~1{id}/delete');
    assert.deepEqual(connector!.source.lineAndColumn(at), { line: 10, column: 7 });
  });

  it('has the parameters of a connection and its policies as steps', () => {
    const { workflows } = read(
      'apiProperties.json',
      '{"properties": {"connectionParameters": {"key": {"type": "securestring"}}, "policyTemplateInstances": [{"templateId": "setheader", "title": "Send", "parameters": {"x-ms-apimTemplateParameter.name": "X-Client", "x-ms-apimTemplateParameter.value": "flow"}}]}}',
    );
    const [{ activities, variables }] = workflows as [(typeof workflows)[0]];
    assert.deepEqual(
      activities.map(({ type, name }) => [type, name]),
      [
        ['ConnectionParameter', 'key'],
        ['ConnectorPolicy', 'Send'],
      ],
    );
    assert.deepEqual(variables.at(-1)!.default!.text, 'flow');
  });

  it('has the statements of its code as steps', () => {
    const { kind, workflows } = read(
      'script.csx',
      'public class Script : ScriptBase\n{\n  public override async Task<HttpResponseMessage> ExecuteAsync()\n  {\n    try { await this.Context.SendAsync(null, this.CancellationToken); } catch (Exception) { throw; }\n  }\n}\n',
    );
    assert.equal(kind, 'power-automate-connector-code');
    assert.deepEqual(workflows[0]!.activities.map(({ type }) => type).slice(0, 2), ['Method', 'TryCatch']);
  });

  it('stands in a folder without a solution too', () => {
    const { kind, workflows } = read(
      'stock.zip',
      zip([
        { name: 'Stock/apiDefinition.swagger.json', content: DEFINITION },
        { name: 'Stock/readme.md', content: 'Stock' },
      ]),
    );
    assert.deepEqual(
      [kind, workflows.map(({ file }) => file)],
      ['power-automate-folder', ['Stock/apiDefinition.swagger.json']],
    );
  });

  it('is no file of another product with such a name', () => {
    for (const [path, text] of [
      ['appsettings.json', '{"Logging": {}}'],
      ['apiDefinition.json', '{"swagger": 2}'],
      ['launchSettings.json', '{"profiles": {"SchemaName": "x"}}'],
      ['helper.csx', 'Console.WriteLine("ScriptBas");'],
    ] as const)
      assert.throws(() => read(path, text), { code: 'unsupported_file_type' }, path);
  });
});
