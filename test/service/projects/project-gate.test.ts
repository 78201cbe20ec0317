/** Gate of a project: its settings, what blocks it, and the answers to a pipeline that waits for it. */

import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { FIELD_LIMITS } from '../../../src/gen/contract/field-limits.ts';
import { ProjectServiceService } from '../../../src/gen/flowarden/v1/project.ts';
import { PROJECT_BLOCKING_MAX } from '../../../src/service/projects/gate-project.ts';
import { UNREAD_WORKBOOK, UNREAD_XAML } from '../../support/files/unread-files.ts';
import { type ZipEntry, zip } from '../../support/files/zip.ts';
import { until } from '../../support/processes.ts';
import { IN_FULL_RUN_ONLY } from '../../support/ring.ts';
import type { Identity } from '../../support/service/core.ts';
import { type Body, headers, PATH, projectService } from '../../support/service/project-service.ts';

const { core, gateway, submit, read, rest, completed } = await projectService();
const { owner } = core.database;

const xaml = (fragment: string): string => uipath.snippet(fragment);
/** A high finding, UIP-REL-001. */
const EMPTY_CATCH =
  '<TryCatch DisplayName="Careless"><TryCatch.Try><ui:MoveFile Path="a.txt" Destination="b.txt" /></TryCatch.Try><TryCatch.Catches><Catch x:TypeArguments="s:Exception"><ActivityAction x:TypeArguments="s:Exception"><ActivityAction.Argument><DelegateInArgument x:TypeArguments="s:Exception" Name="exception"/></ActivityAction.Argument></ActivityAction></Catch></TryCatch.Catches></TryCatch>';
const CLEAN: ZipEntry = { name: 'Clean.xaml', content: xaml('<Sequence/>') };
const CARELESS: ZipEntry = { name: 'Careless.xaml', content: xaml(EMPTY_CATCH) };
const DAMAGED: ZipEntry = { name: 'Damaged.xaml', content: xaml('<Sequence>').slice(0, -20) };
const README: ZipEntry = { name: 'readme.md', content: 'Hello' };
/** Calls a file that is not there: a high finding across files. */
const BROKEN_CALL: readonly ZipEntry[] = [
  {
    name: 'project.json',
    content: JSON.stringify({
      name: 'Robot',
      main: 'Main.xaml',
      studioVersion: '22.10.0',
      projectVersion: '1.0.0',
      expressionLanguage: 'VisualBasic',
      dependencies: { 'UiPath.System.Activities': '[22.10.4]' },
    }),
  },
  {
    name: 'Main.xaml',
    content: xaml('<ui:InvokeWorkflowFile DisplayName="Invoke" WorkflowFileName="Gone.xaml"/>'),
  },
];

/** Submits the files and has them validated. */
async function run(who: Identity, files: readonly ZipEntry[], fields: Record<string, string> = {}) {
  const { status, body } = await submit(who, zip(files), 'robot.zip', fields);
  assert.equal(status, 200, JSON.stringify(body));
  return completed(who, body.projectValidationId);
}

async function gate(who: Identity, id: string, query = 'gate=true') {
  const response = await fetch(`${gateway.url}${PATH}/${id}?${query}`, { headers: headers(who) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

async function gateOf(files: readonly ZipEntry[], mode: string) {
  const who = await core.identity();
  const project = await run(who, files, { enforcement_mode: mode });
  return { project, answer: await gate(who, project.projectValidationId) };
}

describe('the settings of a project', () => {
  const FIELDS = {
    enforcement_mode: 'blocking',
    ruleset: 'strict',
    environment: 'production',
    label: 'nightly',
  };

  it('is echoed, and each file is validated by it', async () => {
    const who = await core.identity();
    const project = await run(who, [CLEAN], FIELDS);
    const file = await read(who, `/api/v1/results/${project.items[0].validationId}`);
    const echo = ({ enforcementMode, ruleset, label }: Body) => ({ enforcementMode, ruleset, label });
    const expected = { enforcementMode: 'blocking', ruleset: 'strict', label: 'nightly' };
    assert.deepEqual([echo(project), echo(file)], [expected, expected]);
    assert.equal(project.environment, 'production');
    const rows = await owner`select environment, label from validations where org_id = ${who.orgId}`;
    assert.deepEqual([...rows], [{ environment: 'production', label: 'nightly' }]);
  });

  it('is read in both spellings, before and behind the file', async () => {
    const who = await core.identity();
    const form = new FormData();
    form.set('enforcementMode', 'blocking');
    form.set('file', new Blob([new Uint8Array(zip([CLEAN]))]), 'robot.zip');
    form.set('policyPack', '');
    form.set('label', 'behind');
    const response = await fetch(gateway.url + PATH, { method: 'POST', headers: headers(who), body: form });
    const body = (await response.json()) as Body;
    assert.deepEqual([body.enforcementMode, body.label], ['blocking', 'behind']);
  });

  it('comes from the environment when the request says nothing, else from the organisation', async () => {
    const who = await core.identity();
    await owner`insert into organisation_settings (org_id, enforcement_mode) values (${who.orgId}, 'advisory')`;
    await owner`
      insert into environments (org_id, name, enforcement_mode, ruleset)
      values (${who.orgId}, 'factory', 'blocking', 'security')`;
    const modeOf = async (fields: Record<string, string>) => {
      const { enforcementMode, ruleset } = (await submit(who, zip([CLEAN]), 'robot.zip', fields)).body;
      return [enforcementMode, ruleset];
    };
    assert.deepEqual(await modeOf({}), ['advisory', 'default']);
    assert.deepEqual(await modeOf({ environment: 'factory' }), ['blocking', 'security']);
    assert.deepEqual(
      await modeOf({ environment: 'factory', enforcement_mode: 'warning', ruleset: 'strict' }),
      ['warning', 'strict'],
    );
  });

  it('is that of the moment of submission, despite decisions while it waits', async () => {
    const who = await core.identity();
    await owner`
      insert into environments (org_id, name, enforcement_mode) values (${who.orgId}, 'factory', 'blocking')`;
    await rest();
    const { body } = await submit(who, zip([CARELESS]), 'robot.zip', { environment: 'factory' });
    await owner`update environments set enforcement_mode = 'advisory' where org_id = ${who.orgId}`;
    const project = await completed(who, body.projectValidationId);
    assert.deepEqual([project.enforcementMode, project.passed], ['blocking', false]);
  });

  const WRONG: readonly (readonly [field: string, value: string, code: string])[] = [
    ['enforcement_mode', 'loud', 'invalid_enforcement_mode'],
    ['ruleset', 'nobodys', 'unknown_ruleset'],
    ['policy_pack', 'nobodys', 'unknown_policy_pack'],
    ['environment', 'nobodys', 'unknown_environment'],
    ['label', 'x'.repeat(FIELD_LIMITS['ValidateRequest.label'].maxLength + 1), 'invalid_field'],
    ['platform', 'uipath', 'unexpected_field'],
  ];
  for (const [field, value, code] of WRONG) {
    it(`is rejected with ${code} when ${field} is wrong, and leaves nothing`, async () => {
      const who = await core.identity();
      const { status, body } = await submit(who, zip([CLEAN]), 'robot.zip', { [field]: value });
      assert.deepEqual([status, body.error?.code], [400, code]);
      // The gateway answers what it rejects by itself; the core then deletes what it has received.
      await until(
        'the archive is gone',
        async () => (await owner`select 1 from blobs where org_id = ${who.orgId}`).length === 0,
      );
    });
  }

  it('belongs to the fingerprint of an Idempotency-Key', async () => {
    const who = await core.identity();
    const send = async (label: string) => {
      const form = new FormData();
      form.set('label', label);
      form.set('file', new Blob([new Uint8Array(zip([CLEAN]))]), 'robot.zip');
      const request = {
        method: 'POST',
        headers: { ...headers(who), 'Idempotency-Key': 'once-1' },
        body: form,
      };
      const response = await fetch(gateway.url + PATH, request);
      const body = (await response.json()) as Body;
      return [response.status, body.error?.code ?? body.projectValidationId];
    };
    const first = await send('one');
    assert.deepEqual(await send('one'), first);
    assert.deepEqual(await send('two'), [409, 'idempotency_key_reused']);
  });
});

describe('a file that has not changed', () => {
  it('has the label and the environment of the new run, in its event too', async () => {
    const who = await core.identity();
    await run(who, [CARELESS], { label: 'one', environment: 'test' });
    await rest();
    const { body } = await submit(who, zip([CARELESS]), 'robot.zip', {
      label: 'two',
      environment: 'staging',
    });
    const id = body.projectValidationId;
    // An analysis of the archive would fail.
    await owner`
      update blob_chunks set content = overlay(content placing decode(repeat('00', 60), 'hex') from 1)
      where blob_id = (select blob_id from projects where id = ${id})`;
    await completed(who, id);
    const [row] = await owner`
      select item.status, v.label, v.environment, e.data ->> 'label' as sent
      from project_items as item join validations as v on v.id = item.validation_id
      join events as e on e.id = item.event_id where item.project_id = ${id}`;
    assert.deepEqual(row, { status: 'completed', label: 'two', environment: 'staging', sent: 'two' });
  });

  it('is judged anew in another mode and by another ruleset', async () => {
    const who = await core.identity();
    const judged = async (fields: Record<string, string>) => {
      const { passed, items, summary } = await run(who, [CARELESS, CLEAN], fields);
      return { passed, files: items.map(({ passed }: Body) => passed), total: summary.total };
    };
    const warned = await judged({ enforcement_mode: 'warning' });
    assert.deepEqual([warned.passed, warned.files], [true, [true, true]]);
    const blocked = await judged({ enforcement_mode: 'blocking' });
    assert.deepEqual([blocked.passed, blocked.files], [false, [false, true]]);
    const security = await judged({ enforcement_mode: 'blocking', ruleset: 'security' });
    assert.deepEqual([security.passed, security.total, warned.total], [true, 0, 1]);
    assert.deepEqual(await judged({ enforcement_mode: 'warning' }), warned);
  });
});

describe('the gate of a project', () => {
  it('answers 202 while the project runs, and 200 in any state without gate', async () => {
    await rest();
    const who = await core.identity();
    const { body } = await submit(who, zip([CLEAN]));
    const id = body.projectValidationId;
    const waiting = await gate(who, id);
    assert.deepEqual(
      [waiting.status, waiting.body.status, waiting.body.blockingFindings],
      [202, 'running', []],
    );
    assert.deepEqual(
      ['location', 'retry-after', 'x-service-validation-status'].map((name) => waiting.headers.get(name)),
      [`${PATH}/${id}`, '1', 'running'],
    );
    for (const query of ['', 'gate=false']) {
      const answer = await gate(who, id, query);
      assert.deepEqual([answer.status, answer.headers.get('x-service-validation-status')], [200, 'running']);
    }
    await completed(who, id);
  });

  it('waits for the end as long as requested, with and without gate', async () => {
    await rest();
    const who = await core.identity();
    const { body } = await submit(who, zip([CLEAN]));
    const id = body.projectValidationId;
    const begun = performance.now();
    assert.equal((await gate(who, id, 'wait=1&gate=true')).status, 202);
    assert.ok(performance.now() - begun > 950);
    const answers = Promise.all([gate(who, id, 'wait=30&gate=true'), gate(who, id, 'wait=30')]);
    await completed(who, id);
    for (const { status, body } of await answers) {
      assert.deepEqual([status, body.status], [200, 'completed']);
    }
    for (const query of ['wait=31', 'wait=-1', 'wait=x', 'gate=maybe', 'gate=', 'gate']) {
      assert.equal((await gate(who, id, query)).body.error?.code, 'invalid_field', query);
    }
  });

  it('answers 422 when a file blocks, and lists the findings that do', async () => {
    const { project, answer } = await gateOf([CLEAN, CARELESS], 'blocking');
    assert.equal(answer.status, 422);
    assert.equal(answer.headers.get('x-service-validation-status'), 'completed');
    assert.deepEqual([answer.body.passed, answer.body.blockingFindingsCount], [false, 1]);
    const [finding] = answer.body.blockingFindings;
    assert.deepEqual(
      [finding.path, finding.validationId, finding.catalogRuleId, finding.severity],
      ['Careless.xaml', project.items[1].validationId, 'UIP-REL-001', 'high'],
    );
    assert.match(finding.location, /Careless/);
    assert.ok(finding.rule.length > 0 && finding.sourceLineNumber > 0);
  });

  it('answers 422 when a finding across files blocks', async () => {
    const { answer } = await gateOf(BROKEN_CALL, 'blocking');
    assert.equal(answer.status, 422);
    assert.ok(answer.body.items.every(({ passed }: Body) => passed));
    const across = answer.body.blockingFindings.find(
      ({ catalogRuleId }: Body) => catalogRuleId === 'UIP-REL-010',
    );
    assert.deepEqual([across.path, across.validationId], ['Main.xaml', null]);
  });

  for (const mode of ['advisory', 'warning']) {
    it(`answers 200 in the mode ${mode}, for any findings`, async () => {
      const { answer } = await gateOf([CARELESS, DAMAGED, ...BROKEN_CALL], mode);
      assert.deepEqual([answer.status, answer.body.blockingFindings], [200, []]);
      assert.equal(answer.body.blockingFindingsCount, 0);
    });
  }

  it('answers 200 when nothing blocks', async () => {
    const { answer } = await gateOf([CLEAN, README], 'blocking');
    assert.deepEqual([answer.status, answer.body.passed, answer.body.blockingFindings], [200, true, []]);
  });

  it('answers with the error of a file that could not be judged when no finding blocks', async () => {
    const { project, answer } = await gateOf([CLEAN, DAMAGED], 'blocking');
    assert.deepEqual([project.status, project.passed], ['completed', false]);
    assert.deepEqual([answer.status, answer.body.error.code], [400, 'unparsable_file']);
    assert.match(answer.body.error.message, /"Damaged\.xaml"/);
    assert.equal(answer.headers.get('x-service-validation-status'), 'completed');
  });

  it('answers 422 when a finding blocks beside a file that could not be judged', async () => {
    const { answer } = await gateOf([DAMAGED, CARELESS], 'blocking');
    assert.deepEqual([answer.status, answer.body.blockingFindingsCount], [422, 1]);
  });

  it('lists a thousand blocking findings and counts all', { skip: IN_FULL_RUN_ONLY }, async () => {
    const who = await core.identity();
    const project = await run(who, [CARELESS, CLEAN], { enforcement_mode: 'blocking' });
    const id = project.projectValidationId;
    // Waived and harmless findings before and behind, as stored lists have them.
    await owner`
      update validations set would_block_count = 1200, findings = (
        select jsonb_agg(jsonb_set(
          jsonb_set(findings -> 0, '{exceptionStatus}', case when n <= 50 then '"approved"' else '"none"' end::jsonb),
          '{severity}', case when n <= 1250 then '"high"' else '"low"' end::jsonb
        ) || jsonb_build_object('ruleId', 'R-' || n, 'exceptionId', case when n <= 50 then ${randomUUID()}::text end)
          order by n) from generate_series(1, 1400) as n)
      where id = ${project.items[0].validationId}`;
    const { status, body } = await gate(who, id);
    assert.deepEqual(
      [status, body.blockingFindings.length, body.blockingFindingsCount],
      [422, PROJECT_BLOCKING_MAX, 1_200],
    );
    assert.deepEqual(
      [body.blockingFindings[0].catalogRuleId, body.blockingFindings.at(-1).catalogRuleId],
      ['R-51', 'R-1050'],
    );
    await owner`update validations set would_block_count = 0, findings = '[]' where org_id = ${who.orgId}`;
    assert.equal((await gate(who, id)).status, 422, 'a gate never fails open');
  });

  it('opens again for findings with an approved exception', async () => {
    const who = await core.identity();
    const approver = await core.identity(undefined, who.orgId);
    const blocked = await run(who, [CARELESS], { enforcement_mode: 'blocking' });
    const [{ validationId, id: findingId }] = blocked.blockingFindings;
    const post = async (by: Identity, path: string, body: object): Promise<Body> => {
      const json = { ...headers(by), 'Content-Type': 'application/json' };
      const request = { method: 'POST', headers: json, body: JSON.stringify(body) };
      return (await fetch(`${gateway.url}/api/v1/exceptions${path}`, request)).json();
    };
    const expiresAt = new Date(Date.now() + 60_000_000).toISOString();
    const made = await post(who, '', { validationId, findingId, reason: 'Because.', expiresAt });
    assert.equal((await post(approver, `/${made.id}/approve`, {})).status, 'approved');
    const again = await run(who, [CARELESS], { enforcement_mode: 'blocking' });
    assert.deepEqual([again.passed, again.blockingFindings], [true, []]);
    assert.equal((await gate(who, again.projectValidationId)).status, 200);
  });

  it('is the same over gRPC', async () => {
    const who = await core.identity();
    const gateOf = async (files: readonly ZipEntry[]) => {
      const { projectValidationId } = await run(who, files, { enforcement_mode: 'blocking' });
      const request = { projectValidationId, cursor: '', waitSeconds: 0, gate: true };
      return { request, method: ProjectServiceService.getProject };
    };
    const blocking = await gateOf([CARELESS]);
    const { blocked, project } = await core.call(blocking.method, blocking.request, who);
    assert.deepEqual([blocked, project?.blockingFindings.length], [true, 1]);
    const unjudged = await gateOf([CLEAN, DAMAGED]);
    assert.equal((await core.rejection(unjudged.method, unjudged.request, who)).reason, 'UNPARSABLE_FILE');
    const open = { ...unjudged.request, gate: false };
    assert.equal((await core.call(unjudged.method, open, who)).blocked, false);
  });
});

describe('an archive in which nothing could be validated', () => {
  const cases: readonly (readonly [fact: string, files: readonly ZipEntry[], code: string])[] = [
    ['without a workflow', [README, { name: 'logo.png', content: 'PNG' }], 'unsupported_file_type'],
    ['whose workflows are all damaged', [README, DAMAGED], 'unparsable_file'],
  ];
  for (const [fact, files, code] of cases) {
    it(`${fact} has failed with ${code}, in every mode`, async () => {
      for (const mode of ['advisory', 'blocking']) {
        const { project, answer } = await gateOf(files, mode);
        assert.deepEqual(
          [project.status, project.passed, project.score, project.error.code],
          ['failed', false, null, code],
        );
        assert.deepEqual([answer.status, answer.body.error.code], [400, code]);
        assert.equal(answer.headers.get('x-service-validation-status'), 'failed');
      }
    });
  }
});

describe('a project of files that are known and not analysed', () => {
  const PROJECT = BROKEN_CALL[0]!;
  const idsOf = (project: Body) => project.projectFindings.map((finding: Body) => finding.catalogRuleId);

  for (const [fact, files] of [
    ['with a project file', [PROJECT, UNREAD_XAML]],
    ['without one', [UNREAD_XAML, UNREAD_WORKBOOK]],
  ] as const) {
    it(`${fact} has not passed, and its gate answers as for a file that could not be judged`, async () => {
      for (const mode of ['advisory', 'blocking']) {
        const { project, answer } = await gateOf(files, mode);
        assert.deepEqual([project.status, project.passed, project.score], ['completed', false, null]);
        assert.ok(idsOf(project).includes('XPL-ENG-012'));
        if (mode === 'advisory') assert.deepEqual([answer.status, answer.body.passed], [200, false]);
        else {
          assert.deepEqual([answer.status, answer.body.error.code], [400, 'unsupported_file_type']);
          assert.match(
            answer.body.error.message,
            /Nothing here was analysed.*a XAML file of UiPath that is no workflow of Studio/,
          );
        }
      }
    });
  }

  it('passes beside a workflow, with one finding a kind that costs no score', async () => {
    const { project, answer } = await gateOf(
      [CLEAN, UNREAD_XAML, UNREAD_WORKBOOK, { ...UNREAD_XAML, name: 'Get.xaml' }],
      'blocking',
    );
    assert.deepEqual([project.passed, project.score, answer.status], [true, 100, 200]);
    assert.deepEqual(idsOf(project), ['XPL-ENG-011', 'XPL-ENG-011']);
    const unread = project.projectFindings.find((finding: Body) => finding.location === 'Get.xaml');
    assert.match(
      unread.description,
      /^2 XAML files of UiPath that are no workflows of Studio were not analysed: "Get\.xaml", "Post\.xaml"\./,
    );
  });

  it('has not passed when it comes again unchanged', async () => {
    const who = await core.identity();
    for (let run_ = 0; run_ < 2; run_ += 1) {
      const project = await run(who, [PROJECT, UNREAD_XAML], { enforcement_mode: 'warning' });
      assert.deepEqual(
        [
          project.passed,
          project.score,
          idsOf(project)
            .filter((id: string) => id.startsWith('XPL-'))
            .sort(),
        ],
        [false, null, ['XPL-ENG-011', 'XPL-ENG-012']],
      );
    }
  });
});

describe('a solution without flows', () => {
  const SOLUTION: ZipEntry = {
    name: 'solution.xml',
    content:
      '<ImportExportXml><SolutionManifest><UniqueName>Orders</UniqueName></SolutionManifest></ImportExportXml>',
  };
  const variable = (value: string): ZipEntry => ({
    name: 'environmentvariabledefinitions/nw_ApiKey/environmentvariabledefinition.xml',
    content: `<environmentvariabledefinition schemaname="nw_ApiKey"><defaultvalue>${value}</defaultvalue><displayname default="ApiKey"/><type>100000000</type></environmentvariabledefinition>`,
  });

  it('blocks when it holds the value of a secret', async () => {
    const { project, answer } = await gateOf([SOLUTION, variable('a81c0b7e55d2')], 'blocking');
    assert.deepEqual([project.status, project.passed, answer.status], ['completed', false, 422]);
    assert.ok(
      answer.body.blockingFindings.some(
        (finding: Body) => finding.rule === 'Secret value shipped in the solution',
      ),
    );
  });

  it('has failed when there is nothing to say of it', async () => {
    const { project } = await gateOf([SOLUTION], 'blocking');
    assert.deepEqual([project.status, project.error.code], ['failed', 'unsupported_file_type']);
  });
});
