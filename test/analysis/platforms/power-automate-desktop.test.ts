/** Desktop flows: which files are some, and what a script says in the normal form. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createEngine } from '../../../src/analysis/engine/validate.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { AppError } from '../../../src/errors.ts';
import {
  customizations,
  outlineOf,
  packagedFlow,
  readAll,
  readScriptText,
} from '../../support/files/robin.ts';
import { zip } from '../../support/files/zip.ts';
import { processorMsOf } from '../../support/processor-time.ts';

const SCRIPT = `@@Type: 'Local'
IMPORT 'controlRepo.appmask' AS appmask
@SENSITIVE: [DbPassword, Token]
@INPUT DbPassword : { 'Description': 'For the invoice database', 'Type': 'String', 'IsOptional': False, 'DefaultValue': '' }
@OUTPUT Count : { 'Description': '', 'FriendlyName': 'Count', 'Type': 'Numeric' }
# Books all invoices
SET Count TO 0
BLOCK Booking
ON BLOCK ERROR all
    CALL Report
END
    Database.ExecuteSqlStatement.Execute Connection: Db Statement: $'''select 1''' Timeout: 30 Result=> Rows
    LOOP FOREACH Row IN Rows
        IF Row['State'] = 1 THEN
            NEXT LOOP
        ELSE IF (System.IfProcess.ProcessIsRunning ProcessName: $'''crm''') THEN
        ON ERROR
        END
            DISABLE SET Count TO Count + 1
        ELSE
            Excel.CloseExcel.Close Instance: Excel
            ON ERROR REPEAT 3 TIMES WAIT 2
            ON ERROR FileNotFoundError
                GOTO 'Done'
            END
        END
    END
END
LABEL Done
EXIT Code: 0
FUNCTION Report GLOBAL
    ERROR => LastError
    SWITCH Count
        CASE = 0
            EXIT FUNCTION
        DEFAULT
            THROW ERROR
    END
END FUNCTION
FUNCTION Unused GLOBAL
    WAIT (System.WaitForProcess.ProcessToStop ProcessName: $'''crm''') FOR 10
    WAIT 5
END FUNCTION`;

const isDesktopFlow = (content: string | Buffer): boolean =>
  powerAutomate.recognise(openFile('file', Buffer.from(content))) === 'power-automate-desktop-flow';

describe('recognition of desktop flows', () => {
  const FLOWS: Readonly<Record<string, string | Buffer>> = {
    'a whole script': SCRIPT,
    'copied actions': "SET Folder TO $'''C:\\\\Out'''",
    'copied actions behind a comment': '/# what\nthis does #/\nWAIT 5\nON ERROR\nEND',
    'calls of subflows only': 'CALL Init\nCALL Work',
    'an action without settings': 'Clipboard.GetText Text=> Copied',
    'a script in UTF-16': Buffer.from(SCRIPT, 'utf16le'),
    'a script with a byte-order mark and CRLF': `\ufeff${SCRIPT.replaceAll('\n', '\r\n')}`,
    'copied actions with their repositories': `SET A TO 1\n\n# [ControlRepository][PowerAutomateDesktop]\n\n{\n"x": 1\n}`,
    'a package': packagedFlow(SCRIPT),
    customizations: customizations({ Invoices: SCRIPT }),
  };
  for (const [what, content] of Object.entries(FLOWS))
    it(`knows ${what}`, () => assert.ok(isDesktopFlow(content)));

  const OTHERS: Readonly<Record<string, string | Buffer>> = {
    'an empty file': '',
    'a comment': '# Notes\n# more notes',
    prose: 'Set the folder to something.\nCall me when it is done.',
    'an SQL script': 'SET search_path TO public;\nSELECT 1;\nCALL refresh_all();',
    'a Basic program': 'CALL Init\nIF x = 1 THEN\n  GOTO 10\nEND IF\nPRINT x',
    'a settings file': 'server.port=80\nserver.name=crm',
    'a batch file': 'CALL build.cmd\nGOTO end',
    'a picture': Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]),
    'customizations without desktop flows': customizations({}),
    'customizations with cloud flows': customizations({ A: SCRIPT }).replace('<Category>6<', '<Category>5<'),
    'JSON with a package of something else': '{"properties":{"definition":{"package":"x"}}}',
  };
  for (const [what, content] of Object.entries(OTHERS))
    it(`leaves ${what} alone`, () => assert.ok(!isDesktopFlow(content)));

  it('says where the script of a newer solution is', () => {
    const content = '{"properties":{"definition":{"package":""}},"schemaversion":"ROBIN_202208_DVRS"}';
    assert.throws(
      () => readAll(content, 'Invoices.json'),
      (error) =>
        error instanceof AppError &&
        error.code === 'unsupported_file_type' &&
        /customizations\.xml/.test(error.message),
    );
  });
});

describe('a desktop flow', () => {
  const flow = readScriptText(SCRIPT);

  it('is a tree of subflows, blocks and handlers', () => {
    assert.deepEqual(flow.unread, []);
    assert.deepEqual(outlineOf(flow), [
      'Subflow "Main"',
      '  Set "Set Count"',
      '  Block "On block error Booking"',
      '    OnError: OnBlockError "Error handler"',
      '      Call "Run subflow Report"',
      '    Database.ExecuteSqlStatement.Execute "Execute SQL statement"',
      '    LoopForEach "For each Row"',
      '      If "If"',
      '        Then: NextLoop "Next loop"',
      '        OnError: OnError "On error"',
      '        ElseIf 1: Set "Set Count"',
      '        Else: Excel.CloseExcel.Close "Close excel"',
      '          OnError: OnError "On error FileNotFoundError"',
      '            GoTo "Go to Done"',
      '  Label "Label Done"',
      '  Exit "Stop flow"',
      'Subflow "Report"',
      '  GetLastError "Get last error"',
      '  Switch "Switch"',
      '    Case 1: ExitFunction "Exit subflow"',
      '    Default: Throw "Throw error"',
      'Subflow "Unused"',
      '  Wait "Wait for process"',
      '  Wait "Wait"',
    ]);
  });
  it('has roles that hold on every platform', () => {
    const roles = new Map(flow.activities.map(({ type, role }) => [type, role]));
    assert.deepEqual(Object.fromEntries(roles), {
      Subflow: 'page',
      Set: 'assign',
      Block: 'try',
      OnBlockError: 'catch',
      Call: 'invoke',
      'Database.ExecuteSqlStatement.Execute': 'database',
      LoopForEach: 'loop',
      If: 'branch',
      NextLoop: 'other',
      OnError: 'catch',
      'Excel.CloseExcel.Close': 'spreadsheet',
      GoTo: 'other',
      Label: 'other',
      Exit: 'terminate',
      GetLastError: 'other',
      Switch: 'branch',
      ExitFunction: 'other',
      Throw: 'throw',
      Wait: 'delay',
    });
  });
  it('has settings with their direction, literal or computed', () => {
    const shown = (type: string) =>
      flow.activities
        .find((activity) => activity.type === type)!
        .properties.map(({ name, text, direction, expression }) => [
          name,
          text,
          direction === 'out' ? 'out' : expression === undefined ? 'literal' : 'computed',
        ]);
    assert.deepEqual(shown('Database.ExecuteSqlStatement.Execute'), [
      ['Connection', 'Db', 'computed'],
      ['Statement', 'select 1', 'literal'],
      ['Timeout', '30', 'literal'],
      ['Result', 'Rows', 'out'],
    ]);
    assert.deepEqual(shown('If'), [
      ['Condition', "Row['State'] = 1", 'computed'],
      ['ElseIf 1', 'System.IfProcess.ProcessIsRunning', 'literal'],
      ['ProcessName', 'crm', 'literal'],
    ]);
    assert.deepEqual(shown('Excel.CloseExcel.Close'), [
      ['Instance', 'Excel', 'computed'],
      ['OnError.Repeat', '3', 'literal'],
    ]);
    assert.deepEqual(shown('LoopForEach'), [
      ['CurrentItem', 'Row', 'out'],
      ['Values', 'Rows', 'computed'],
    ]);
    assert.deepEqual(shown('Wait'), [
      ['Action', 'System.WaitForProcess.ProcessToStop', 'literal'],
      ['ProcessName', 'crm', 'literal'],
      ['Timeout', '10', 'literal'],
    ]);
  });
  it('declares inputs, outputs and what it writes, and knows which are sensitive', () => {
    const inOut = flow.arguments.map(({ name, direction, type, secure }) => [name, direction, type, secure]);
    assert.deepEqual(inOut, [
      ['DbPassword', 'in', 'String', true],
      ['Count', 'out', 'Numeric', false],
    ]);
    assert.deepEqual(flow.arguments[0]!.default?.text, '');
    assert.deepEqual(
      flow.variables.map(({ name }) => name),
      ['Rows', 'Row', 'LastError'],
    );
    assert.deepEqual(
      flow.notes.map(({ kind, text }) => [kind, text]),
      [
        ['annotation', 'For the invoice database'],
        ['comment', 'Books all invoices'],
      ],
    );
  });
  it('knows what cannot run: behind a jump, switched off, never called', () => {
    const off = flow.activities.filter(({ enabled }) => !enabled).map(({ name }) => name);
    assert.deepEqual(off, ['Set Count']);
    const dead = flow.activities.filter(({ reachable }) => !reachable).map(({ name }) => name);
    assert.deepEqual(dead, ['Unused', 'Wait for process', 'Wait']);
    const after = readScriptText('SET A TO 1\nGOTO End\nSET B TO 2\nLABEL End\nSET C TO 3');
    assert.deepEqual(
      after.activities.map(({ reachable }) => reachable),
      [true, true, false, true, true],
    );
    const alone = readScriptText('FUNCTION Save GLOBAL\nSET A TO 1\nEND FUNCTION');
    assert.ok(
      alone.activities.every(({ reachable }) => reachable),
      'a subflow without the main one',
    );
  });
  it('has calls and jumps', () => {
    assert.deepEqual(
      flow.calls.map(({ target }) => target),
      ['Report'],
    );
    const [jump] = flow.transitions;
    assert.equal(flow.activities[jump!.to]!.name, 'Label Done');
    const outside = readScriptText(
      "External.RunFlow FlowId: 'aa0a967a' @Input_Url: Url @Output_Status=> Status\nExternal.InvokeCloudConnector Connection: 'c' ConnectorId: '/providers/Microsoft.PowerApps/apis/shared_office365' OperationId: 'SendEmailV2' @'emailMessage/To': Recipient",
    );
    assert.deepEqual(
      outside.calls[0]!.bindings.map(({ name, direction }) => [name, direction]),
      [
        ['Input_Url', 'in'],
        ['Output_Status', 'out'],
      ],
    );
    assert.deepEqual(
      outside.connections.map(({ connector, name }) => [connector, name]),
      [['shared_office365', 'c']],
    );
    assert.equal(outside.activities[1]!.role, 'email');
  });
  it('counts rows as the designer does: handlers have none', () => {
    const rows = flow.activities.map(({ name, editorLine }) => `${editorLine ?? '-'} ${name}`);
    assert.deepEqual(rows.slice(0, 7), [
      '- Main',
      '2 Set Count',
      '3 On block error Booking',
      '3 Error handler',
      '3 Run subflow Report',
      '4 Execute SQL statement',
      '5 For each Row',
    ]);
    assert.equal(
      rows.find((row) => row.endsWith('Get last error')),
      '1 Get last error',
    );
    assert.equal(readScriptText('SET A TO 1').activities[0]!.editorLine, undefined, 'not for copied actions');
  });
});

describe('places in a desktop flow', () => {
  const at = (content: string | Buffer, name: string) => {
    const [workflow] = readAll(content);
    const activity = workflow!.activities.find((candidate) => candidate.name === name)!;
    return { ...workflow!.source.lineAndColumn(activity.at), path: workflow!.source.path(activity.at) };
  };
  it('are lines of a text file, with any line ends', () => {
    const script = "SET A TO $'''one\ntwo'''\n    SET B TO 1";
    const expected = { line: 3, column: 5, path: '/script.robin#L3' };
    assert.deepEqual(at(script, 'Set B'), expected);
    assert.deepEqual(at(script.replaceAll('\n', '\r\n'), 'Set B'), expected);
    assert.deepEqual(at(`\ufeff${script}`, 'Set B'), expected);
    assert.deepEqual(at(Buffer.from(script, 'utf16le'), 'Set B'), expected);
  });
  it('are the package of a JSON file, with the line of the script behind it', () => {
    assert.deepEqual(at(packagedFlow(SCRIPT), 'Set Count'), {
      line: 1,
      column: 30,
      path: '/properties/definition/package/script.robin#L7',
    });
  });
  it('are the definition in customizations, with the line of the script behind it', () => {
    const content = customizations({ First: 'SET A TO 1', 'Invoices &amp; more': SCRIPT });
    const [, second] = readAll(content);
    assert.equal(second!.name, 'Invoices & more');
    assert.equal(second!.artifactKey, '00000001-0000-0000-0000-00000000000a');
    const set = second!.activities[1]!;
    assert.deepEqual(second!.source.lineAndColumn(set.at), { line: 10, column: 7 });
    assert.match(second!.source.path(set.at), /Workflow'\]\[2\].*Definition'\]\[1\]\/script\.robin#L7$/);
  });
});

describe('packages of desktop flows', () => {
  const packed = (bytes: Buffer, version?: string): string =>
    JSON.stringify({
      properties: { definition: { package: bytes.toString('base64') } },
      ...(version === undefined ? {} : { schemaversion: version }),
    });
  const text = "SET A TO 1\nDisplay.ShowMessage Message: $'''漢字'''\nON ERROR\nEND";
  const wide = Buffer.from(`# ${'漢字'.repeat(200)}\n${text}`, 'utf16le');
  const zipped = (name: string, content: Buffer): Buffer => zip([{ name, content }]);
  const PACKAGES: Readonly<Record<string, string>> = {
    'in UTF-8': packed(zipped('script.robin', Buffer.from(text)), 'ROBIN_1'),
    'in UTF-16 that begins with other letters than Latin': packed(zipped('script.robin', wide), 'ROBIN_1'),
    'under another name': packed(zipped('Main.robin', wide), 'ROBIN_1'),
    'under no name that says so': packed(zipped('script.txt', Buffer.from(text)), 'ROBIN_1'),
    'in an archive in the archive': packed(zipped('package.zip', zipped('script.robin', wide)), 'ROBIN_1'),
    'without an archive': packed(Buffer.from(text), 'ROBIN_1'),
    'without a schema version': packed(zipped('script.robin', wide)),
  };
  for (const [what, content] of Object.entries(PACKAGES))
    it(`are read with the script ${what}`, () => {
      const workflow = readScriptText(content);
      assert.deepEqual(workflow.unread, []);
      assert.deepEqual(outlineOf(workflow).slice(1, 3), [
        '  Set "Set A"',
        '  Display.ShowMessage "Show message"',
      ]);
    });
  it('are read when their definition names the schema of cloud flows', () => {
    const $schema =
      'https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#';
    const flow = JSON.parse(packed(zipped('script.robin', wide), 'ROBIN_1'));
    Object.assign(flow.properties.definition, { $schema, connectionReferences: [] });
    assert.equal(readScriptText(JSON.stringify(flow)).kind, 'power-automate-desktop-flow');
    Object.assign(flow.properties.definition, { actions: {} });
    assert.equal(readAll(JSON.stringify(flow))[0]!.kind, 'power-automate-flow');
  });
  it('are rejected when no script is in them', () => {
    const content = packed(zipped('readme.txt', Buffer.from('Nothing to see here.')), 'ROBIN_1');
    assert.throws(() => readAll(content), /has no script\.robin/);
  });
});

describe('error handlers of desktop flows', () => {
  const outline = (script: string): readonly string[] => {
    const workflow = readScriptText(script);
    assert.deepEqual(workflow.unread, []);
    return outlineOf(workflow);
  };
  it('may repeat the block', () => {
    const script = 'BLOCK\nON BLOCK ERROR all\n    REPEAT BLOCK\nEND\n    WAIT 1\nEND';
    assert.equal(outline(script)[2]!.trim(), 'RepeatBlock "Go to beginning of block"');
  });
  it('share one END when an action has several', () => {
    const script = [
      'WAIT 1',
      '    ON ERROR TimeoutError',
      '',
      '    ON ERROR WaitFailedError',
      '        SET Failed TO True',
      '    ON ERROR',
      '        CALL Log',
      '    END',
      'WAIT 3',
    ];
    assert.deepEqual(outline(script.join('\n')), [
      'Wait "Wait"',
      '  OnError: OnError "On error TimeoutError"',
      '  OnError: OnError "On error WaitFailedError"',
      '    Set "Set Failed"',
      '  OnError: OnError "On error"',
      '    Call "Run subflow Log"',
      'Wait "Wait"',
    ]);
  });
  it('may have handlers of their own, each with its END', () => {
    const script = 'WAIT 1\nON ERROR\n    WAIT 2\n    ON ERROR TimeoutError\n    END\nEND\nWAIT 3';
    assert.deepEqual(outline(script), [
      'Wait "Wait"',
      '  OnError: OnError "On error"',
      '    Wait "Wait"',
      '      OnError: OnError "On error TimeoutError"',
      'Wait "Wait"',
    ]);
  });
  it('may stand inside one that says how often to try again', () => {
    const script =
      'WAIT 1\nON ERROR REPEAT 3 TIMES WAIT 2\n    ON ERROR\n        WAIT 2\n    END\nEND\nWAIT 3';
    assert.deepEqual(outline(script), [
      'Wait "Wait"',
      '  OnError: OnError "On error"',
      '    Wait "Wait"',
      'Wait "Wait"',
    ]);
  });
  it('that only try again may be closed by END or not', () => {
    const inLoop = (body: string): string => `LOOP WHILE (A) < (1)\n${body}END\nWAIT 3`;
    const expected = ['LoopWhile "Loop while"', '  Wait "Wait"', 'Wait "Wait"'];
    assert.deepEqual(outline(inLoop('    WAIT 1\n    ON ERROR REPEAT 3 TIMES WAIT 2\n    END\n')), expected);
    assert.deepEqual(outline(inLoop('    WAIT 1\n    ON ERROR REPEAT 3 TIMES WAIT 2\n')), expected);
    assert.deepEqual(outline(inLoop('WAIT 1\nON ERROR REPEAT 3 TIMES WAIT 2\n')), expected);
  });
});

describe('damaged desktop flows', () => {
  const reasons = (script: string): readonly string[] =>
    readAll(script)[0]!.unread.map(({ reason }) => reason);
  it('say what was not understood, each run of lines once', () => {
    const lines = Array.from({ length: 40 }, (_, index) => `SET A${index} TO 1`).join('\n');
    assert.deepEqual(reasons(`${lines}\nwhat is this\nand this\nSET B TO 1\n? ?`), [
      'This line is no statement of a desktop flow.',
      'This line is no statement of a desktop flow.',
    ]);
    assert.deepEqual(reasons('SET A TO 1\nEND\nSET B TO 2'), ['END closes nothing that is open.']);
    assert.deepEqual(reasons('SET A TO 1\nELSE'), ['"ELSE" stands outside a condition.']);
    assert.deepEqual(reasons('LOOP WHILE (A) < (1)\nSET A TO 1'), ['"Loop while" is not closed by END.']);
    assert.deepEqual(reasons('ON ERROR\nSET A TO 1'), ['ON ERROR has no action before it.']);
  });
  it('affect nothing else of the solution', () => {
    const content = customizations({ Good: 'SET A TO 1', Bad: 'SET B TO 2' }).replace('TO 2&quot;<', 'TO 2<');
    const [good, bad] = readAll(content);
    assert.deepEqual(good!.unread, []);
    assert.match(bad!.unread[0]!.reason, /cut off or damaged/);
    assert.equal(bad!.children.length, bad!.activities.length);
  });
  it('in packages are rejected with a reason', () => {
    const content = '{"properties":{"definition":{"package":"UEsDBA=="}},"schemaversion":"ROBIN_1"}';
    assert.throws(() => readAll(content), AppError);
  });
  it('may be nested only so deep', () => {
    const deep = `${'IF A THEN\n'.repeat(500)}SET A TO 1\n${'END\n'.repeat(500)}`;
    assert.throws(
      () => readAll(deep),
      (error) => error instanceof AppError && error.code === 'structure_limit_exceeded',
    );
  });
  it('end wherever they are cut', () => {
    for (let end = 0; end < SCRIPT.length; end += 7)
      for (const { unread } of readAll(SCRIPT.slice(0, end))) assert.ok(unread.length >= 0);
  });
  it('take time in proportion to their size', () => {
    for (const part of [
      'IF A THEN\nELSE IF B THEN\nEND\n',
      "SET A TO $'''%",
      'GOTO X\nLABEL X\n',
      "X.Y Z: $'''",
      '/#',
      'ELSE\n',
      "(' % % ",
    ]) {
      const text = `SET First TO 1\n${part.repeat(20_000)}`;
      assert.ok(processorMsOf(() => readAll(text)) < 10_000, part);
    }
  });
});

describe('findings in a script inside another file', () => {
  it('stand in the order of the script, though they share a line', () => {
    const line = 'Email.SendEmail.Send SMTPServer: Host Port: 25 EnableSSL: False\n';
    const report = createEngine(RULES).validate({
      bytes: Buffer.from(customizations({ Mails: line.repeat(12) })),
      filename: 'customizations.xml',
      platform: undefined,
      ruleset: 'default',
      findingsMax: 100,
    });
    const lines = report.findings
      .filter(({ ruleId }) => ruleId === 'PAD-SEC-005')
      .map(({ location }) => Number(/#L(\d+)$/.exec(location.path)?.[1]));
    assert.deepEqual(lines, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  });
});
