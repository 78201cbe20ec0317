/** Copies of one element in several files of a project: one finding in lists, counts and the gate, of the service and the command. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { DAY_MS } from '../../../src/units.ts';
import { runCommand } from '../../support/cli/run-command.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, PATH, projectService } from '../../support/service/project-service.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const { core, gateway, submit, read, completed } = await projectService();
const { owner } = core.database;

const RULE = 'UIP-REL-001';
/** A high finding. */
const emptyCatch = (path: string, name = 'Careless') =>
  `<TryCatch DisplayName="${name}"><TryCatch.Try><ui:MoveFile Path="${path}" Destination="b.txt" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception"/></ActivityAction.Argument></ActivityAction></Catch></TryCatch.Catches></TryCatch>`;
const file = (name: string, ...parts: readonly string[]) => ({
  name,
  content: uipath.snippet(parts.join('')),
});
/** Something of its own beside the copied code, so that the files differ as a whole. */
const beside = (number: number) => `<Delay DisplayName="Wait ${number}" Duration="00:00:0${number}"/>`;
type Source = ReturnType<typeof file>;
const COPIES: readonly [Source, Source, Source, Source] = [
  file('deep/Copy.xaml', emptyCatch('a.txt'), beside(1)),
  file('Main.xaml', emptyCatch('a.txt'), beside(2)),
  file('Other.xaml', emptyCatch('a.txt'), beside(3)),
  file('Own.xaml', emptyCatch('elsewhere.txt'), beside(4)),
];

async function run(who: Identity, files: readonly ZipEntry[], fields: Record<string, string> = {}) {
  const { status, body } = await submit(who, zip(files), 'robot.zip', {
    enforcement_mode: 'blocking',
    ...fields,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return completed(who, body.projectValidationId);
}

/** Reads the findings of the rule that a project lists. */
async function listed(who: Identity, { projectValidationId: id }: Body): Promise<readonly Body[]> {
  const response = await fetch(`${gateway.url}${PATH}/${id}?format=sarif`, { headers: headers(who) });
  const [{ results }] = ((await response.json()) as Body).runs;
  return results
    .filter(({ ruleId }: Body) => ruleId === RULE)
    .map(({ locations, message }: Body) => ({
      path: locations[0].physicalLocation.artifactLocation.uri,
      description: message.text,
    }));
}

/** Runs the command over the same files. */
function command(files: readonly Source[]): Body {
  const folder = temporaryFolder();
  for (const { name, content } of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
  const { stdout } = runCommand(['validate', '.', '--enforcement-mode', 'blocking', '--format', 'json'], {
    cwd: folder,
  });
  return JSON.parse(stdout);
}

/** Has an exception requested and approved. */
async function waive(who: Identity, finding: Body): Promise<void> {
  const post = async (as: Identity, path: string, body: object) => {
    const response = await fetch(`${gateway.url}/api/v1/exceptions${path}`, {
      method: 'POST',
      headers: { ...headers(as), 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await response.json()) as Body;
  };
  const expiresAt = new Date(Date.now() + 30 * DAY_MS).toISOString();
  const { id } = await post(who, '', { ...finding, reason: 'Agreed with the owner.', expiresAt });
  const approver = await core.identity(undefined, who.orgId);
  assert.equal((await post(approver, `/${id}/approve`, {})).status, 'approved');
}

const pathsOf = (findings: readonly Body[]) => findings.map(({ path }) => path).sort();

describe('copies of one element in several files', () => {
  it('are one finding in the list, the counts and the gate, which names the others', async () => {
    const who = await core.identity();
    const project = await run(who, COPIES);
    const found = await listed(who, project);
    assert.deepEqual(pathsOf(found), ['Main.xaml', 'Own.xaml']);
    assert.match(
      found.find(({ path }) => path === 'Main.xaml')!.description,
      / 2 further places with the same content: Other\.xaml; deep\/Copy\.xaml\.$/,
    );
    assert.deepEqual([project.passed, project.wouldBlock, project.summary.high], [false, 2, 2]);
    assert.deepEqual(pathsOf(project.blockingFindings), ['Main.xaml', 'Own.xaml']);
    assert.equal(project.blockingFindingsCount, 2);
    const items = new Map(project.items.map((item: Body) => [item.path, item]));
    const copy: Body = items.get('Other.xaml');
    assert.deepEqual([copy.passed, copy.wouldBlock, copy.summary.high], [false, 0, 0]);
    assert.deepEqual(
      copy.listedElsewhere.map(({ listedIn }: Body) => listedIn),
      ['Main.xaml'],
    );
  });

  it('are the same in the command', async () => {
    const who = await core.identity();
    const project = await run(who, COPIES);
    const offline = command(COPIES);
    for (const member of ['passed', 'score', 'summary', 'wouldBlock'])
      assert.deepEqual(offline[member], project[member], member);
    const high = offline.files.map(({ path, result }: Body) => [
      path,
      result.score,
      result.passed,
      result.summary,
    ]);
    const ofService = project.items.map(({ path, score, passed, summary }: Body) => [
      path,
      score,
      passed,
      summary,
    ]);
    assert.deepEqual(high.sort(), ofService.sort());
  });

  it('leave each file its own findings and score', async () => {
    const who = await core.identity();
    const together = await run(who, COPIES);
    const other = together.items.find(({ path }: Body) => path === 'Other.xaml');
    const alone = (await run(await core.identity(), [COPIES[2]!])).items[0];
    assert.equal(other.score, alone.score);
    const own = await read(who, `/api/v1/results/${other.validationId}`);
    assert.equal(own.findings.filter(({ catalogRuleId }: Body) => catalogRuleId === RULE).length, 1);
  });

  it('are the same when unchanged files are reused', async () => {
    const who = await core.identity();
    const first = await run(who, COPIES);
    const again = await run(who, COPIES);
    const changed = await run(who, [...COPIES, file('Newest.xaml', emptyCatch('a.txt'), beside(5))]);
    const verdict = ({ score, summary, wouldBlock }: Body) => ({ score, summary, wouldBlock });
    assert.deepEqual(verdict(again), verdict(first));
    assert.deepEqual(changed.summary.high, 2);
    assert.match(
      (await listed(who, changed)).find(({ path }) => path === 'Main.xaml')!.description,
      /3 further places/,
    );
  });

  it('bring the next one forward when an exception waives the one that is listed', async () => {
    const who = await core.identity();
    const project = await run(who, COPIES);
    const { validationId, id: findingId } = project.blockingFindings.find(
      ({ path }: Body) => path === 'Main.xaml',
    );
    await waive(who, { validationId, findingId });
    const waived = await run(who, COPIES);
    assert.deepEqual(pathsOf(waived.blockingFindings), ['Other.xaml', 'Own.xaml']);
    assert.equal(waived.wouldBlock, 2);
  });

  it('are counted once by the difference from the previous run', async () => {
    const who = await core.identity();
    const compared = async (files: readonly ZipEntry[]) => {
      const { diff, summary } = await run(who, files);
      const { newFindingsCount, resolvedFindingsCount, unchangedFindingsCount, changes } = diff;
      const shown = changes
        .filter(({ ruleId }: Body) => ruleId === RULE)
        .map(({ status, fileName }: Body) => `${status} ${fileName}`);
      assert.equal(changes.length, newFindingsCount + resolvedFindingsCount);
      return {
        total: summary.total,
        counts: [newFindingsCount, resolvedFindingsCount],
        unchangedFindingsCount,
        shown,
      };
    };
    await run(who, [file('Empty.xaml', beside(1))]);
    const first = await compared([file('Empty.xaml', beside(1)), ...COPIES.slice(1)]);
    assert.deepEqual([first.shown, first.counts[0]], [['new Main.xaml', 'new Own.xaml'], first.total]);
    const again = await compared([file('Empty.xaml', beside(1)), ...COPIES.slice(1)]);
    assert.deepEqual(again, { ...first, counts: [0, 0], unchangedFindingsCount: first.total, shown: [] });
    const [deep, main, other, own] = COPIES;
    const more = await compared([file('Empty.xaml', beside(1)), main, other, own, deep]);
    assert.deepEqual([more.shown, more.unchangedFindingsCount], [['new deep/Copy.xaml'], first.total]);
    const repaired = (name: string, number: number) => file(name, beside(number));
    const less = await compared([file('Empty.xaml', beside(1)), repaired('Main.xaml', 2), other, own]);
    assert.deepEqual([less.shown, less.unchangedFindingsCount], [[], first.total]);
    const none = await compared([file('Empty.xaml', beside(1)), repaired('Main.xaml', 2), own]);
    assert.deepEqual([none.shown.length, none.counts[1]], [1, first.total - none.total]);
  });

  it('store no key of their content with the findings', async () => {
    const who = await core.identity();
    await run(who, COPIES);
    const [row] = await owner`
      select count(*)::int as count from validations where org_id = ${who.orgId} and findings::text like '%contentKey%'`;
    assert.equal(row!.count, 0);
  });
});
