/** What a file touches, and numbers about it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { Platform } from '../../../src/analysis/model/platform.ts';
import type { Report } from '../../../src/analysis/model/report.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { AppError } from '../../../src/errors.ts';
import { CORPUS_ABSENT, corpusFiles } from '../../support/files/corpus.ts';
import { exampleFile } from '../../support/files/example-file.ts';

const engine = createEngine(RULES);

function reportOf(platform: Platform, text: string): Report {
  return reportOfFile(platform, 'example', exampleFile(platform, text));
}

function reportOfFile(platform: Platform, filename: string, bytes: Uint8Array): Report {
  return engine.validate({ bytes, filename, platform, ruleset: 'default', findingsMax: 100 });
}

const namesOf = ({ inventory }: Report, ...kinds: readonly string[]): readonly string[] =>
  Object.keys(inventory).filter((key) => kinds.includes(key.slice(0, key.indexOf(':'))));

const UIPATH = `<Sequence>
  <ui:HttpClient EndPoint="https://robot:hunter2@ERP.corp.example:8443/orders?token=abc" />
  <ui:HttpClient EndPoint="https://erp.corp.example/other" />
  <ui:SendMail To="maria.keller@Partner.example; ben@partner.example" />
  <ui:AddQueueItem QueueName="Invoices" />
  <ui:InvokeWorkflowFile WorkflowFileName="Framework\\Process.xaml" />
  <ui:CommentOut><ui:CommentOut.Body><ui:AddQueueItem QueueName="Old" /></ui:CommentOut.Body></ui:CommentOut>
</Sequence>`;

describe('an inventory', () => {
  it('has hosts without user, port and path, and mail domains without the people', () => {
    const report = reportOf('uipath', UIPATH);
    assert.equal(report.inventory['host:erp.corp.example'], 2);
    assert.equal(report.inventory['mail_domain:partner.example'], 2);
    const text = JSON.stringify(report.inventory);
    assert.doesNotMatch(text, /hunter2|token|orders|maria|keller|8443/i);
  });

  it('has no part of what stands before a host, however it is written', () => {
    const key = 'k'.repeat(230);
    const addresses = [
      `https://${key}@erp.corp.example/`,
      'https://robot:hunter2@x@erp.corp.example/',
      'https://robot:hunter2/x@erp.corp.example/',
      'https://robot:hunter2#x@erp.corp.example/',
      'sqlserver://erp.corp.example;user=robot;password=hunter2',
    ];
    const calls = addresses.map((address) => `<ui:HttpClient EndPoint="${address}" />`).join('');
    const hosts = namesOf(reportOf('uipath', `<Sequence>${calls}</Sequence>`), 'host');
    assert.deepEqual(hosts, ['host:erp.corp.example']);
  });

  it('has what a release of Blue Prism brings along, and no value of a secret', () => {
    const release = `<bpr:release xmlns:bpr="http://www.blueprism.co.uk/product/release"><bpr:name>R</bpr:name><bpr:contents>
<work-queue id="q" name="Invoices" key-field="Number" xmlns="http://www.blueprism.co.uk/product/work-queue" />
<credential id="c" name="Ledger" xmlns="http://www.blueprism.co.uk/product/credential" />
<environment-variable name="Ledger URL" type="text" value="https://ledger-test.example/api" xmlns="http://www.blueprism.co.uk/product/environment-variable" />
<environment-variable name="Ledger Key" type="password" value="https://hunter2.example" xmlns="http://www.blueprism.co.uk/product/environment-variable" />
</bpr:contents></bpr:release>`;
    const report = reportOfFile('blue-prism', 'R.bprelease', Buffer.from(release));
    assert.deepEqual(namesOf(report, 'queue', 'asset', 'host'), [
      'asset:Ledger',
      'asset:Ledger Key',
      'asset:Ledger URL',
      'host:ledger-test.example',
      'queue:Invoices',
    ]);
  });

  it('has queues and calls by name, in parts that can run', () => {
    const names = namesOf(reportOf('uipath', UIPATH), 'queue', 'call');
    assert.deepEqual(names, ['call:Process.xaml', 'queue:Invoices']);
  });

  it('has packages with and without their version', () => {
    const project = JSON.stringify({
      name: 'Robot',
      dependencies: { 'UiPath.System.Activities': '[23.10.0]' },
      main: 'Main.xaml',
    });
    const report = reportOfFile('uipath', 'project.json', Buffer.from(project));
    assert.deepEqual(namesOf(report, 'package'), [
      'package:UiPath.System.Activities',
      'package:UiPath.System.Activities [23.10.0]',
    ]);
  });

  it('has connectors and their operations', () => {
    const report = reportOf(
      'power-automate',
      `"Send": {"type": "OpenApiConnection", "inputs": {"host": {"apiId": "/providers/Microsoft.PowerApps/apis/shared_office365",
        "connectionName": "shared_office365", "operationId": "SendEmailV2"}, "parameters": {}}, "runAfter": {}}`,
    );
    assert.deepEqual(namesOf(report, 'connector', 'operation'), [
      'connector:shared_office365',
      'operation:shared_office365/SendEmailV2',
    ]);
  });
});

describe('metrics', () => {
  it('count activities that can run, their depth and decisions', () => {
    const { metrics } = reportOf(
      'uipath',
      `<Sequence>
        <If Condition="[a]"><If.Then><Sequence><ui:LogMessage Message="[b]" /></Sequence></If.Then></If>
        <ui:CommentOut><ui:CommentOut.Body><Sequence /></ui:CommentOut.Body></ui:CommentOut>
      </Sequence>`,
    );
    assert.equal(metrics.workflows, 1);
    assert.equal(metrics.branches, 1);
    assert.equal(metrics.cyclomatic, 2);
    assert.equal(metrics.depthMax, 4);
    assert.ok(metrics.disabledActivities >= 1);
  });

  it('are 0 for a file without workflows', () => {
    const { metrics } = reportOf('uipath', '<Sequence />');
    assert.equal(metrics.loops, 0);
    assert.equal(metrics.calls, 0);
  });
});

describe('inventories of real files', { skip: CORPUS_ABSENT }, () => {
  it('hold short names, and neither paths, addresses of people nor parts of URLs', () => {
    let names = 0;
    for (const { bytes, path, platform } of corpusFiles()) {
      const filename = path.slice(path.lastIndexOf('/') + 1);
      let report: Report;
      try {
        report = reportOfFile(platform, filename, bytes);
      } catch (error) {
        if (error instanceof AppError) continue;
        throw error;
      }
      for (const key of Object.keys(report.inventory)) {
        names += 1;
        assert.ok(key.length <= 220, `${path}: ${key}`);
        const kind = key.slice(0, key.indexOf(':'));
        if (kind === 'host' || kind === 'mail_domain') assert.match(key, /^\w+:[\w.-]+$/, path);
        if (kind === 'application' || kind === 'call') assert.doesNotMatch(key, /[\\@]|:\/\//, path);
      }
    }
    assert.ok(names > 5_000, `${names} names`);
  });
});
