/** What a validation needs besides a database: an engine on this thread, and a file for it. */

import { createEngine } from '../../../src/analysis/engine/validate.ts';
import type { AnalysisTask } from '../../../src/analysis/engine/worker-messages.ts';
import { uipath } from '../../../src/analysis/platforms/uipath/index.ts';
import { RULES } from '../../../src/analysis/rules/index.ts';
import { PIPELINE_FIELDS, type PipelineContext } from '../../../src/contract/ci-context.ts';
import { eachTag } from '../../../src/contract/runs/run-tags.ts';
import type { Sql } from '../../../src/infra/database/connections.ts';
import { OwnedBytes } from '../../../src/infra/memory/owned-bytes.ts';
import type { Submission, ValidationDeps } from '../../../src/service/validations/validations.ts';
import { policyCache } from './policy-cache.ts';

/** The dependencies of `validate` on a database, without threads. */
export function validationDeps(sql: Sql): ValidationDeps {
  const engine = createEngine(RULES);
  const unwatched = { rejected: new AbortController().signal, started() {}, ended: async () => {} };
  return {
    sql,
    pool: {
      analyse: async (task: AnalysisTask) => engine.validate(task),
    } as unknown as ValidationDeps['pool'],
    poison: { check: async () => {}, watch: () => unwatched },
    policies: policyCache(sql),
    engineVersion: '0.0.0-test',
    baseUrl: 'http://localhost',
  };
}

/** A UiPath workflow without a pipeline. */
export function submissionOf(filename: string): Submission {
  return {
    file: OwnedBytes.of(Buffer.from(uipath.snippet('<Sequence DisplayName="Work"/>'))),
    filename,
    platform: 'uipath',
    ...eachTag(() => null),
    pipeline: Object.fromEntries(PIPELINE_FIELDS.map((field) => [field, null])) as unknown as PipelineContext,
    enforcementMode: null,
    ruleset: null,
    policyPack: null,
    environment: null,
  };
}
