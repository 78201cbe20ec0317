/** Secrets in workbooks of configuration, and workbooks that are made to do harm. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { judgeProject } from '../../../src/analysis/engine/project/project-report.ts';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { readWorkbook } from '../../../src/analysis/platforms/uipath/parts/workbook.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { type Row, SPREADSHEET, workbook } from '../../support/files/workbook.ts';
import { zip } from '../../support/files/zip.ts';

const engine = createEngine(RULES);
const task = (filename: string, bytes: Buffer, factsPath?: string) => ({
  bytes,
  filename,
  platform: undefined,
  ruleset: 'default' as const,
  findingsMax: 1000,
  ...(factsPath === undefined ? {} : { factsPath }),
});

/** Returns the places and ids of findings in a project of one workbook. */
function found(bytes: Buffer, path = 'Data/Config.xlsx'): readonly string[] {
  const facts = [engine.factsOfRejected(task('Config.xlsx', bytes, path))];
  const { findings } = judgeProject(RULES, { facts, paths: [path], ruleset: 'default', findingsMax: 1000 });
  return findings.map(({ ruleId, location }) => `${ruleId} ${location.path} ${location.line}`);
}

const HEAD: Row = ['Name', 'Value', 'Description'];

describe('a workbook of configuration', () => {
  it('holds secrets under the names beside them, at their sheets and cells', () => {
    const rows: Row[] = [
      HEAD,
      ['OrchestratorQueue', 'Orders'],
      ['SapPassword', 'Tulpe-4711-Rot'],
      ['Form_APIkey', 'p7W0AfQyFCzfFK6q'],
    ];
    assert.deepEqual(found(workbook({ Settings: rows })), [
      'UIP-SEC-022 /Settings/B3 3',
      'UIP-SEC-022 /Settings/B4 4',
    ]);
  });

  it('holds secrets below a heading', () => {
    const rows: Row[] = [
      ['User', 'System', 'Password'],
      ['svc', 'ERP', 'Tulpe-4711-Rot'],
    ];
    assert.deepEqual(found(workbook({ Logins: rows })), ['UIP-SEC-022 /Logins/C2 2']);
  });

  it('shares texts between cells', () => {
    const sheet = `<worksheet ${SPREADSHEET}><sheetData><row r="1"><c r="A1" t="s"><v>2</v></c></row><row r="7"><c r="A7" t="s"><v>0</v></c><c r="B7" t="s"><v>1</v></c></row></sheetData></worksheet>`;
    const shared = `<sst ${SPREADSHEET}><si><t>Password</t></si><si><r><t>Tulpe-</t></r><r><t>4711-Rot</t></r></si><si><t>Name</t></si></sst>`;
    assert.deepEqual(found(workbook({ Settings: sheet }, shared)), ['UIP-SEC-022 /Settings/B7 7']);
  });

  it('has names of settings in its first column, and below the heading "Name"', () => {
    const rows: Row[] = [
      ['s', 'Name', 'Value'],
      ['', 'Queue', 'Orders'],
      ['GENERAL', 'Mailbox', 'orders@corp.example'],
    ];
    const file = openFile('Data/Config.xlsx', workbook({ Settings: rows }));
    const names = readWorkbook(file)!.variables.filter(({ modifiers }) => modifiers?.includes('name'));
    assert.deepEqual(
      names.map(({ default: value }) => value?.text),
      ['Queue', 'GENERAL', 'Mailbox'],
    );
  });

  it('holds names of assets and credentials, which are no secrets', () => {
    const names: Row[] = [HEAD, ['SapPassword', 'sap_password_prod1'], ['ErpCredential', 'ERP_Login1']];
    const settings: Row[] = [
      HEAD,
      ['SapCredentialName', 'SAP_Login1'],
      ['O365SecretAssetName', 'Shared_O365Secret1'],
      ['PasswordResetUrl', 'https://corp.example/reset'],
      ['TokenTimeoutSeconds', '3600'],
      ['ApiKey', '<your key>'],
    ];
    assert.deepEqual(found(workbook({ Assets: names, Settings: settings })), []);
  });

  it('is read in an archive, too', () => {
    const config = workbook({ Settings: [HEAD, ['SapPassword', 'Tulpe-4711-Rot']] });
    const robot = zip([
      { name: 'Main.xaml', content: uipath.snippet('<Sequence/>') },
      { name: 'Data/Config.xlsx', content: config },
    ]);
    const { findings } = engine.validate(task('robot.zip', robot));
    const [finding] = findings.filter(({ ruleId }) => ruleId === 'UIP-SEC-022');
    assert.deepEqual(
      [finding?.location.names[0], finding?.location.path],
      ['Data/Config.xlsx', '/Settings/B2'],
    );
    assert.ok(
      findings.every(
        ({ location, ruleId }) => location.names[0] !== 'Data/Config.xlsx' || ruleId === 'UIP-SEC-022',
      ),
    );
  });

  it('is named when it cannot be read', () => {
    const entity = `<!DOCTYPE sst [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><sst ${SPREADSHEET}><si><t>&b;</t></si></sst>`;
    const many = `<sst ${SPREADSHEET}>${'<si/>'.repeat(1_000_001)}</sst>`;
    for (const bytes of [
      zip([{ name: 'readme.txt', content: 'no workbook' }]),
      workbook({ Settings: [HEAD] }, entity),
      workbook({ Settings: [HEAD] }, many),
      workbook({ Settings: '<worksheet' }),
    ])
      assert.deepEqual(
        found(bytes)
          .map((one) => one.slice(0, 11))
          .sort(),
        ['XPL-ENG-011', 'XPL-ENG-012'],
      );
  });

  it('takes a huge text for no setting', () => {
    const shared = `<sst ${SPREADSHEET}><si><t>${'x'.repeat(60_000)}</t></si></sst>`;
    assert.deepEqual(found(workbook({ Settings: [HEAD, ['Password', '']] }, shared)), []);
  });
});
