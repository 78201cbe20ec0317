/** Manifests of solutions in Git: what they declare, at which places, and their limits. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WorkflowFacts } from '../../../src/analysis/model/project.ts';
import { undeclared } from '../../../src/analysis/patterns/power-automate/solution/undeclared-parts.ts';
import { isCandidate } from '../../../src/analysis/platforms/candidate.ts';
import { openFile } from '../../../src/analysis/platforms/input-file.ts';
import { powerAutomate } from '../../../src/analysis/platforms/power-automate/index.ts';
import { readWorkflows } from '../../../src/analysis/platforms/read-workflows.ts';
import type { AppError } from '../../../src/errors.ts';
import { zip } from '../../support/files/zip.ts';

const FOLDER = 'src/solutions/Orders';
const partsOf = (path: string, text: string) => powerAutomate.readParts!(openFile(path, Buffer.from(text)));

describe('a manifest of a solution in Git', () => {
  it('lists paths, flows and what is missing, with their lines', () => {
    const texts: readonly (readonly [string, string])[] = [
      ['solutioncomponents.yml', "- '@path': /modernflows/Load-1.json\n- '@path': \\publishers\\northwind\n"],
      ['rootcomponents.yml', "- '@type': 29\n  '@id': '{AAAA}'\n- '@type': 61\n  '@schemaName': nw_page\n"],
      [
        'missingdependencies.yml',
        "- Required:\n    '@type': 372\n    '@displayName': Stock\n    '@solution': Active\n",
      ],
    ];
    const found = texts.flatMap(([name, text]) => {
      const [part] = partsOf(`${FOLDER}/${name}`, text);
      return part!.references.map(({ kind, target, detail, at }) => {
        const { line, column } = part!.source.lineAndColumn(at);
        return `${kind} ${target} ${detail} ${line}:${column}`.replaceAll('  ', ' ');
      });
    });
    assert.deepEqual(found, [
      'declared-path modernflows/Load-1.json 1:3',
      'declared-path publishers/northwind 2:3',
      'declared-workflow aaaa 1:3',
      'missing Stock 372 Active 1:3',
    ]);
  });

  it('has the version of the solution', () => {
    const [part] = partsOf(`${FOLDER}/solution.yml`, 'SolutionManifest:\n  Version: 1.2.0.0\n  Managed: 1\n');
    assert.deepEqual([part!.name, ...part!.settings], ['Orders', ['Managed', '1'], ['Version', '1.2.0.0']]);
  });

  it('is read by its path alone', () => {
    assert.ok(isCandidate(Buffer.from("- '@path': /a"), `${FOLDER}/solutioncomponents.yml`));
    assert.ok(!isCandidate(Buffer.from('a: b'), 'solution.yml'));
    assert.deepEqual(partsOf('src/Orders/solution.yml', 'Version: 1'), []);
  });

  it('makes an archive with flows a solution', () => {
    const flow = JSON.stringify({
      properties: {
        definition: { $schema: 'https://x/workflowdefinition.json#', triggers: {}, actions: {} },
      },
    });
    const bytes = zip([
      { name: `${FOLDER}/solution.yml`, content: 'UniqueName: Orders' },
      { name: 'src/modernflows/Load.json', content: flow },
      { name: 'src/modernflows/Save/Save.json', content: flow },
    ]);
    const { kind, workflows } = readWorkflows(openFile('Orders.zip', bytes));
    assert.deepEqual(
      [kind, ...workflows.map(({ name }) => name)],
      ['power-automate-solution', 'Load', 'Save'],
    );
  });

  it('is an error where a part of it would not be read', () => {
    const path = `${FOLDER}/solutioncomponents.yml`;
    for (const [text, reason, line] of [
      ["- '@path': /a\n---\n- '@path': /b\n", /several YAML documents/, '2'],
      ["- '@path': /a\n  - {\n", /no valid YAML/, undefined],
    ] as const) {
      assert.throws(
        () => readWorkflows(openFile(path, Buffer.from(text))),
        (error: AppError) => {
          assert.equal(error.code, 'unparsable_file');
          assert.match(error.message, reason);
          if (line !== undefined) assert.equal(error.details['line'], line);
          return true;
        },
      );
      const archive = zip([
        { name: `${FOLDER}/solution.yml`, content: 'UniqueName: Orders' },
        { name: path, content: text },
      ]);
      const parts = powerAutomate.readParts!(openFile('Orders.zip', archive));
      const broken = parts.find(({ file }) => file === path);
      assert.equal(broken!.kind, 'unreadable');
      assert.match(broken!.unread[0]!.reason, reason);
    }
  });

  it('is read up to a limit: the first components stay', () => {
    const many = "- '@path': /a\n".repeat(20_001);
    const [part] = partsOf(`${FOLDER}/solutioncomponents.yml`, many);
    assert.equal(part!.references.length, 20_000);
  });

  it('is read in all of its lists', () => {
    const text =
      "Empty: []\nMissingDependencies:\n  - Required:\n      '@type': 29\n      '@displayName': Stock\n";
    const [part] = partsOf(`${FOLDER}/missingdependencies.yml`, text);
    assert.deepEqual(
      part!.references.map(({ kind, target }) => [kind, target]),
      [['missing', 'Stock']],
    );
  });

  it('silences nothing of an exported solution around it', () => {
    const file = (name: string, kind: string, target: string): WorkflowFacts =>
      ({ file: name, kind: 'power-automate-solution', references: [{ kind, target }] }) as never;
    const flow = file('Workflows/Load.json', 'used-connection', 'nw_sql');
    const list = file('solutions/x/solutioncomponents.yml', 'declared-path', 'modernflows');
    const settings = file('customizations.xml', 'declared-connection', 'nw_mail');
    const found = (...workflows: WorkflowFacts[]): number =>
      [...undeclared({ workflows } as never, (one) => one === flow)].length;
    assert.equal(found(flow, list), 0);
    assert.equal(found(flow, settings), 1);
    assert.equal(found(flow, settings, list), 1);
  });
});
