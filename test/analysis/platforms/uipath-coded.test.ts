/** Coded workflows of UiPath: steps, arguments, calls and places. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Workflow } from '../../../src/analysis/model/workflow.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';

function read(body: string, head = 'public void Execute()'): Workflow {
  const text = `using UiPath.CodedWorkflows;\npublic class Post : CodedWorkflow\n{\n[Workflow] ${head}\n{\n${body}\n}\n}`;
  const { kind, workflows } = readWorkflows(openFile('Post.cs', Buffer.from(text)));
  assert.equal(kind, 'uipath-coded-workflow');
  return workflows[0]!;
}

/** Lists each step below the method: its slot, type and settings. */
function stepsOf({ activities }: Workflow): string[] {
  return activities.slice(1).map(({ slot, type, properties, parent }) => {
    const settings = properties.map(
      ({ name, text, direction }) => `${direction === 'out' ? '>' : ''}${name}=${text}`,
    );
    return `${activities[parent]!.type}${slot && `.${slot}`}: ${type} ${settings.join(' ')}`.trim();
  });
}

describe('the steps of a coded workflow', () => {
  for (const [fact, body, steps] of [
    [
      'are those of Studio for services, with settings by position',
      'var rate = system.GetAsset("Rate"); system.AddQueueItem("Orders", "Shared");',
      [
        'Method: GetRobotAsset AssetName="Rate" >Result=rate',
        'Method: AddQueueItem QueueType="Orders" FolderPath="Shared"',
      ],
    ],
    [
      'take named arguments by their names',
      'Log(level: LogLevel.Warn, message: "Late");',
      ['Method: LogMessage Level=Warn Message="Late"'],
    ],
    [
      'stand in the branches of conditions',
      'if (a) Log("1"); else { Log("2"); }\nif (a) b = 1; else if (c) b = 2; else b = 3;',
      [
        'Method: If Condition=a',
        'If.Then: LogMessage Message="1"',
        'If.Else: LogMessage Message="2"',
        'Method: IfElseIf',
        'IfElseIf.Branch 1: IfElseIfBlock Condition=a',
        'IfElseIfBlock.Then: Assign >To=b Value=1',
        'IfElseIf.Branch 2: IfElseIfBlock Condition=c',
        'IfElseIfBlock.Then: Assign >To=b Value=2',
        'IfElseIf.Else: Assign >To=b Value=3',
      ],
    ],
    [
      'stand in loops',
      'foreach (var row in rows) { if (row == null) break; }\nfor (int i = 0; i < 3; i++) Log("x");\ndo { Log("y"); } while (more);',
      [
        'Method: ForEach Values=rows',
        'ForEach: If Condition=row == null',
        'If.Then: Break',
        'Method: Assign >To=i Value=0',
        'Method: While Condition=i < 3',
        'While: LogMessage Message="x"',
        'While: Statement Code=i++ >Result=i',
        'Method: DoWhile Condition=more',
        'DoWhile: LogMessage Message="y"',
      ],
    ],
    [
      'handle exceptions',
      'try { Post(); } catch (System.Net.WebException ex) when (ex.Status > 0) { throw; } catch { throw new System.Exception("x"); } finally { Close(); }',
      [
        'Method: TryCatch',
        'TryCatch.Try: Statement Code=Post()',
        'TryCatch.Catches: Catch TypeArguments=System.Net.WebException When=ex.Status > 0',
        'Catch: Rethrow',
        'TryCatch.Catches: Catch TypeArguments=System.Exception',
        'Catch: Throw Exception=new System.Exception("x")',
        'TryCatch.Finally: Statement Code=Close()',
      ],
    ],
    [
      'stand in the blocks of lambdas and resources too',
      'Parallel.ForEach(ids, id => { Log("id"); });\nusing (var book = excel.UseExcelFile("a.xlsx")) { Log("open"); }',
      [
        'Method: LogMessage Message="id"',
        'Method: Statement Code=Parallel.ForEach(ids, id => { Log("id"); })',
        'Method: Sequence',
        'Sequence: UseExcelFile WorkbookPath="a.xlsx" >Result=book',
        'Sequence: LogMessage Message="open"',
      ],
    ],
    [
      'are those of Studio for files, requests and programs too',
      'var text = File.ReadAllText("a.txt"); await client.GetAsync("https://a.example"); Process.Start("a.exe", x);',
      [
        'Method: ReadTextFile FileName="a.txt" >Result=text',
        'Method: HttpClient EndPoint="https://a.example"',
        'Method: StartProcess FileName="a.exe" Arguments=x',
      ],
    ],
    [
      'do not come out of comments and texts',
      '// Log("1");\n/* Log("2"); */\nLog("Log(3)"); Log(@"C:\\x ""y""");',
      ['Method: LogMessage Message="Log(3)"', 'Method: LogMessage Message=@"C:\\x ""y"""'],
    ],
  ] as const)
    it(fact, () => assert.deepEqual(stepsOf(read(body)), steps));

  it('of other methods stand in methods of their own', () => {
    const { activities } = read('Post(1);\n}\nvoid Post(int amount)\n{\nLog("posted");');
    assert.deepEqual(
      activities.map(({ name, parent }) => [name, parent]),
      [
        ['Execute', -1],
        ['Post', 0],
        ['Post', -1],
        ['Log', 2],
      ],
    );
  });
});

describe('the arguments of a coded workflow', () => {
  for (const [head, expected] of [
    ['public void Execute(string path, int limit = 5)', ['in path String', 'in limit Int32']],
    [
      'public System.Data.DataTable Execute(ref List<string> ids)',
      ['in-out ids List(String)', 'out Output DataTable'],
    ],
    [
      'public async Task<(bool done, Dictionary<string, object> found)> Execute()',
      ['out done Boolean', 'out found Dictionary(String, Object)'],
    ],
  ] as const)
    it(`of ${head} are its parameters and results`, () => {
      const { arguments: own } = read('', head);
      assert.deepEqual(
        own.map(
          ({ direction, name, type }) => `${direction} ${name} ${type.replace(',', ', ').replace('  ', ' ')}`,
        ),
        expected,
      );
    });
});

describe('the calls of a coded workflow', () => {
  const callsOf = (body: string) =>
    read(body).calls.map(({ target, bindings }) => [
      target,
      ...bindings.map(({ name, direction }) => `${direction} ${name}`),
    ]);

  it('by path take the entries of a dictionary', () => {
    const entries = '{ { "in_Path", path }, ["in_Count"] = 3 }';
    assert.deepEqual(callsOf(`RunWorkflow(@"Sub\\Load.xaml", new Dictionary<string, object> ${entries});`), [
      ['Sub\\Load.xaml', 'in in_Path', 'in in_Count'],
    ]);
    assert.deepEqual(callsOf('RunWorkflow("Sub/" + name, inputs);'), [[undefined]]);
  });

  it('by method take positions and names', () => {
    assert.deepEqual(callsOf('var rows = workflows.Load(path, limit: 3, out var rest);'), [
      ['Load', 'in [0]', 'in limit', 'out [2]'],
    ]);
  });
});

describe('the places in a coded workflow', () => {
  it('are lines and columns of the file, for a step and a setting', () => {
    const workflow = read('  Log("Übung", LogLevel.Info);');
    const [, log] = workflow.activities;
    assert.deepEqual(workflow.source.lineAndColumn(log!.at), { line: 6, column: 3 });
    assert.deepEqual(workflow.source.lineAndColumn(log!.properties[1]!.at), { line: 6, column: 16 });
    assert.equal(workflow.source.path(log!.at), '/code.cs#L6');
  });

  it('of comments are those of the steps behind them', () => {
    const { notes } = read('// First.\n// Second.\nLog("x");');
    assert.deepEqual(
      notes.map(({ text, about }) => [text, about]),
      [['First.\nSecond.', { step: 1, slot: '' }]],
    );
  });
});

describe('C# that is damaged or hostile', () => {
  const file = (text: string) => openFile('Post.cs', Buffer.from(text));
  const HEAD = 'public class Post : CodedWorkflow { [Workflow] public void Execute() {';

  it('is read as far as it goes', () => {
    const [workflow] = readWorkflows(file(`${HEAD} Log("a"); if ( { ] Log("b"`)).workflows;
    assert.equal(workflow!.activities[1]!.type, 'LogMessage');
  });

  it('is rejected beyond the limits of depth', () => {
    for (const nest of ['{', 'if (a) ', 'while (a) {', 'try {'])
      assert.throws(() => readWorkflows(file(HEAD + nest.repeat(5_000))), {
        code: 'structure_limit_exceeded',
      });
  });

  it('of no coded workflow is of no platform', () => {
    for (const text of [
      '// public class Post : CodedWorkflow\npublic class Helper {}',
      '/*\npublic class Post : CodedWorkflow { [Workflow] void Execute() {} }\n*/ class UiPath {}',
      'public class T { [TestCase(1, 2)] public void Adds(int a, int b) {} }',
    ])
      assert.throws(() => readWorkflows(file(text)), { code: 'unsupported_file_type' });
  });

  it('takes time that grows with its size', { skip: IN_FULL_RUN_ONLY }, () => {
    for (const piece of [
      'a < ',
      'F(',
      'x = y => ',
      'case 1: ',
      '$"{',
      '[',
      'a ? b : ',
      'List<',
      '/*',
      '@"',
    ]) {
      const timeOf = (count: number): number => {
        const start = process.cpuUsage().user;
        try {
          readWorkflows(file(HEAD + piece.repeat(count)));
        } catch {
          // Rejected is fine.
        }
        return process.cpuUsage().user - start;
      };
      timeOf(1_000);
      assert.ok(timeOf(40_000) < 60 * Math.max(timeOf(4_000), 4_000), piece);
    }
  });
});
