/** Submitted metadata and the pipeline context that it becomes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PIPELINE_FIELDS } from '../../../src/contract/ci-context.ts';
import { AppError } from '../../../src/errors.ts';
import { readPipelineContext } from '../../../src/service/validations/read-ci-context.ts';

/** The members that are not null; of an ignored member its name. */
function said(metadata: unknown): Record<string, string | null> {
  const context = readPipelineContext(typeof metadata === 'string' ? metadata : JSON.stringify(metadata));
  const { ignored, ...members } = context;
  assert.deepEqual(Object.keys(members), [...PIPELINE_FIELDS]);
  const given = Object.fromEntries(
    PIPELINE_FIELDS.map((field) => [field, context[field]] as const).filter(([, value]) => value !== null),
  );
  return ignored === undefined ? given : { ...given, ignored: ignored.join(' ') };
}

const SOURCE_CONTROL = {
  provider: 'ci',
  repository: 'org/repo',
  branch: 'main',
  commit: 'abc',
  prUrl: 'https://pr',
  workflowRunUrl: 'https://run',
};

const TABLE: readonly (readonly [string, unknown, Record<string, string>])[] = [
  ['nothing', '', {}],
  ['an empty object', {}, {}],
  ['a source-control run in camelCase', { pipeline: SOURCE_CONTROL }, SOURCE_CONTROL],
  [
    'a deployment pipeline in snake_case',
    {
      provider: 'deployer',
      pipeline: {
        host: 'h',
        pipeline_name: 'p',
        stage_name: 's',
        deployment_id: 'd',
        solution_name: 'sol',
        solution_version: '1.0',
        environment_name: 'prod',
        environment_id: 'e1',
        deployment_url: 'https://d',
      },
    },
    {
      provider: 'deployer',
      host: 'h',
      pipelineName: 'p',
      stageName: 's',
      deploymentId: 'd',
      solutionName: 'sol',
      solutionVersion: '1.0',
      environmentName: 'prod',
      environmentId: 'e1',
      deploymentUrl: 'https://d',
    },
  ],
  [
    'the other spelling of each',
    {
      pipeline: {
        pr_url: 'a',
        workflow_run_url: 'b',
        definition_name: 'c',
        build_number: 'd',
        stageName: 'e',
      },
    },
    { prUrl: 'a', workflowRunUrl: 'b', definitionName: 'c', buildNumber: 'd', stageName: 'e' },
  ],
  [
    'a provider of the pipeline before one at the top',
    { provider: 'a', pipeline: { provider: 'b' } },
    { provider: 'b' },
  ],
  [
    'a provider at the top when the pipeline has none',
    { provider: 'a', pipeline: { branch: 'm' } },
    { provider: 'a', branch: 'm' },
  ],
  ['one value in both spellings', { pipeline: { prUrl: 'a', pr_url: 'a' } }, { prUrl: 'a' }],
  [
    'unknown members, by name',
    { x: 1, pipeline: { y: 'z', branch: 'm' } },
    { branch: 'm', ignored: 'x pipeline.y' },
  ],
  [
    'null as nothing, and objects and lists in place of a text by name',
    { host: [], pipeline: { branch: null, commit: {}, prUrl: ['x'] } },
    { ignored: 'host pipeline.commit pipeline.prUrl' },
  ],
  [
    'ten names of unknown members at most, each cut',
    Object.fromEntries(['n'.repeat(100), ...'abcdefghijk'].map((name) => [name, 1])),
    { ignored: `${'n'.repeat(63)}… a b c d e f g h i` },
  ],
  [
    'the flat form of a source-control run',
    {
      pipeline: 'github-actions',
      repository: 'org/repo',
      branch: 'main',
      commit: 'abc1234',
      workflowRunUrl: 'https://run',
      prUrl: '',
      actor: 'someone',
    },
    {
      provider: 'github-actions',
      repository: 'org/repo',
      branch: 'main',
      commit: 'abc1234',
      workflowRunUrl: 'https://run',
      ignored: 'actor',
    },
  ],
  [
    'the flat form of a deployment pipeline',
    { pipeline: 'power_platform', host: 'h', pipeline_name: 'p', stage_name: 'QA', solution_version: '' },
    { provider: 'power_platform', host: 'h', pipelineName: 'p', stageName: 'QA' },
  ],
  [
    'members without any pipeline',
    { repository: 'r', build_number: '7' },
    { repository: 'r', buildNumber: '7' },
  ],
  [
    'members beside an object',
    { branch: 'm', pipeline: { repository: 'r' } },
    { branch: 'm', repository: 'r' },
  ],
  ['one value in both forms', { branch: 'm', pipeline: { branch: 'm' } }, { branch: 'm' }],
  ['one provider given twice', { provider: 'a', pipeline: 'a' }, { provider: 'a' }],
  ['an empty text beside the other spelling', { pipeline: { prUrl: '', pr_url: 'b' } }, { prUrl: 'b' }],
  ['empty texts, dropped', { pipeline: { branch: '' } }, {}],
  [
    'a list in place of the pipeline, by name',
    { provider: 'a', pipeline: ['x'] },
    { provider: 'a', ignored: 'pipeline' },
  ],
  [
    'names of every object, as unknown ones',
    '{"pipeline":{"__proto__":{"branch":"x"},"constructor":"y"}}',
    { ignored: 'pipeline.__proto__ pipeline.constructor' },
  ],
  ['a text of 512 characters', { pipeline: { branch: 'x'.repeat(512) } }, { branch: 'x'.repeat(512) }],
  ['a longer text, cut', { pipeline: { branch: 'x'.repeat(513) } }, { branch: 'x'.repeat(512) }],
  [
    'a longer text, cut before a character that does not fit whole',
    { pipeline: { branch: `${'x'.repeat(511)}🤖` } },
    { branch: 'x'.repeat(511) },
  ],
];

const REJECTED: readonly (readonly [string, string, string])[] = [
  ['text', 'provider=ci', 'invalid_metadata'],
  ['an array', '[]', 'invalid_metadata'],
  ['null', 'null', 'invalid_metadata'],
  ['a number', '7', 'invalid_metadata'],
  ['4,097 bytes', `{"a":"${'x'.repeat(4089)}"}`, 'metadata_too_large'],
  ['4,097 bytes that are no JSON', 'x'.repeat(4097), 'metadata_too_large'],
  ['two values for one field', '{"pipeline":{"stageName":"a","stage_name":"b"}}', 'conflicting_fields'],
  ['two values for one field of the flat form', '{"prUrl":"a","pr_url":"b"}', 'conflicting_fields'],
  ['two values in the two forms', '{"branch":"a","pipeline":{"branch":"b"}}', 'conflicting_fields'],
  ['two providers', '{"provider":"a","pipeline":"b"}', 'conflicting_fields'],
  ['a number in place of a text', '{"pipeline":{"buildNumber":1204}}', 'invalid_metadata'],
  ['a number in the flat form', '{"pipeline":"ci","build_number":1204}', 'invalid_metadata'],
  ['a truth value in place of a text', '{"pipeline":{"branch":true}}', 'invalid_metadata'],
  ['a number in place of the pipeline', '{"pipeline":7}', 'invalid_metadata'],
  [
    'a number as provider beside one that counts',
    '{"provider":7,"pipeline":{"provider":"a"}}',
    'invalid_metadata',
  ],
];

describe('metadata', () => {
  for (const [title, metadata, expected] of TABLE) {
    it(`reads ${title}`, () => assert.deepEqual(said(metadata), expected));
  }
  for (const [title, metadata, code] of REJECTED) {
    it(`rejects ${title}`, () => {
      assert.throws(
        () => readPipelineContext(metadata),
        (error) => error instanceof AppError && error.code === code && error.details.field === 'metadata',
      );
    });
  }
  it('never quotes what it rejects', () => {
    assert.throws(
      () => readPipelineContext('secret-token-1234'),
      (error) => error instanceof AppError && !error.message.includes('secret'),
    );
  });
});
