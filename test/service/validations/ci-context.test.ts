/** Submitted metadata and the pipeline context that it becomes. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PIPELINE_FIELDS } from '../../../src/contract/ci-context.ts';
import { AppError } from '../../../src/errors.ts';
import { readPipelineContext } from '../../../src/service/validations/read-ci-context.ts';

/** The members that are not null. */
function said(metadata: unknown): Record<string, string | null> {
  const context = readPipelineContext(typeof metadata === 'string' ? metadata : JSON.stringify(metadata));
  assert.deepEqual(Object.keys(context), [...PIPELINE_FIELDS]);
  return Object.fromEntries(Object.entries(context).filter(([, value]) => value !== null));
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
  ['unknown members, dropped', { x: 1, pipeline: { y: 'z', branch: 'm' } }, { branch: 'm' }],
  [
    'numbers, as texts',
    { provider: 7, pipeline: { buildNumber: 1204, deployment_id: 0.5 } },
    { provider: '7', buildNumber: '1204', deploymentId: '0.5' },
  ],
  [
    'values that are neither texts nor numbers, dropped',
    { provider: true, pipeline: { branch: null, commit: {}, prUrl: ['x'] } },
    {},
  ],
  ['an empty text beside the other spelling', { pipeline: { prUrl: '', pr_url: 'b' } }, { prUrl: 'b' }],
  ['empty texts, dropped', { pipeline: { branch: '' } }, {}],
  ['a pipeline that is no object, dropped', { provider: 'a', pipeline: 'x' }, { provider: 'a' }],
  ['names of every object, dropped', '{"pipeline":{"__proto__":{"branch":"x"},"constructor":"y"}}', {}],
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
