/** Cost of the outline that a validation stores, and of the picture of a large workflow. */

import { PLATFORM_NAMES, type Platform } from '../../src/analysis/model/platform.ts';
import { PIPELINE_FIELDS, type PipelineContext } from '../../src/contract/ci-context.ts';
import { eachTag } from '../../src/contract/runs/run-tags.ts';
import { connectApplication, disconnect } from '../../src/infra/database/database.ts';
import { OwnedBytes } from '../../src/infra/memory/owned-bytes.ts';
import { layoutPicture } from '../../src/picture/layout-picture.ts';
import { graphOf, type PictureWorkflow } from '../../src/picture/workflow-graph.ts';
import { createPool } from '../../src/pool/pool.ts';
import { createPackOpener } from '../../src/service/policy/packs/open-packs.ts';
import { createPolicyCache } from '../../src/service/policy/policy-cache.ts';
import { createStoredOutlines } from '../../src/service/results/outlines/outlines-store.ts';
import { createPoisonGuard } from '../../src/service/validations/poison-files.ts';
import { type Submission, validate } from '../../src/service/validations/validations.ts';
import type { Figure, Skipped } from '../figure.ts';
import { CORPUS_ABSENT, type CorpusFile, corpusOf } from '../inputs/corpus.ts';
import { paired, pairedFigure, spread } from '../measure.ts';
import { startDatabase } from '../postgres.ts';

/** Files of each platform. */
const FILES = 24;
const STEPS = 10_000;
const LAYOUT_MS_MAX = 60;
const LAYOUTS = 9;

/** Measures both. */
export async function* pictures(): AsyncGenerator<Figure | Skipped> {
  const name = 'a validation that stores its outline';
  if (CORPUS_ABSENT === null) yield await outlines(name);
  else yield { name, skipped: CORPUS_ABSENT };
  yield layouts();
}

/** Compares validations of real files, stored in Postgres, with and without outlines. */
async function outlines(name: string): Promise<Figure> {
  await using database = await startDatabase();
  const sql = connectApplication(database.url);
  const throwIt = (error: unknown): never => {
    throw error;
  };
  const pool = await createPool({ threads: 1, queueMax: 100, heapMiBMax: 512, onThreadError: throwIt });
  const now = () => new Date();
  const deps = {
    sql,
    pool,
    poison: createPoisonGuard(sql, '0.0.0-bench', throwIt),
    policies: createPolicyCache({
      sql,
      now,
      opener: createPackOpener({ engineVersion: '0.0.0', rules: async () => [], now }),
      rules: async () => [],
    }),
    engineVersion: '0.0.0-bench',
    baseUrl: 'http://localhost',
  };
  const files = PLATFORM_NAMES.flatMap((platform) =>
    corpusOf(platform)
      .slice(0, FILES)
      .map((file) => ({ platform, file })),
  );
  const submitter = { orgId: database.orgId, ownerId: 'bench', ownerName: 'bench' };
  const storedOutlines = createStoredOutlines();
  const run = (keepsOutlines: boolean) => async () => {
    for (const { platform, file } of files) {
      const submission = submissionOf(platform, file);
      await validate(
        { ...deps, keepsOutlines, storedOutlines },
        submission,
        submitter,
        new AbortController().signal,
      );
    }
  };
  const pairs = await paired({ own: run(true), peer: run(false) }, { rounds: 15 });
  await pool.close();
  await disconnect(sql);
  return pairedFigure(pairs, {
    name,
    unit: 'µs',
    against: 'of the same without it, processor time of the core',
    ratio: 'own/peer',
    inUnit: (ms) => (ms * 1000) / files.length,
    bar: { atMost: 1.05, stretch: 1.03 },
    facts: { files: files.length },
  });
}

function submissionOf(platform: Platform, { name, bytes }: CorpusFile): Submission {
  return {
    file: OwnedBytes.of(Buffer.from(bytes)),
    filename: name,
    platform,
    ...eachTag(() => null),
    pipeline: Object.fromEntries(PIPELINE_FIELDS.map((field) => [field, null])) as unknown as PipelineContext,
    enforcementMode: null,
    ruleset: null,
    policyPack: null,
    environment: null,
  };
}

/** Measures the layout of a workflow of 10,000 steps in nested containers, all of them open. */
function layouts(): Figure {
  const workflow = nestedWorkflow();
  const times = Array.from({ length: LAYOUTS + 3 }, () => {
    const startMs = performance.now();
    layoutPicture(graphOf(workflow), { isOpen: () => true });
    return performance.now() - startMs;
  }).slice(3);
  const { median, ...range } = spread(times);
  return {
    name: 'layout of 10,000 steps',
    unit: 'ms',
    against: `of ${LAYOUT_MS_MAX} ms`,
    median,
    ...range,
    ratio: median / LAYOUT_MS_MAX,
    bar: { atMost: 1, stretch: 0.5 },
    n: times.length,
  };
}

/** Containers of nine steps; three of each four hold another one. */
function nestedWorkflow(): PictureWorkflow {
  const nodes = Array.from({ length: STEPS }, (_, node) => node);
  const zeros = nodes.map(() => 0);
  return {
    name: 'Large',
    file: '',
    kind: 'uipath-workflow',
    steps: STEPS,
    texts: ['', 'Sequence', 'Then', 'Else'],
    nodes: {
      parent: nodes.map((node) => Math.floor((node - 1) / 9)),
      slot: nodes.map((node) => (node % 9 === 0 ? 2 : node % 9 === 1 ? 3 : 0)),
      type: nodes.map(() => 1),
      role: zeros,
      name: nodes.map((node) => `Step ${node}`),
      flags: zeros,
    },
    calls: { node: [], target: [], page: [], workflow: [] },
    places: { node: [], x: [], y: [], w: [], h: [] },
    edges: { from: [], to: [], when: [], bends: [] },
    pins: [],
  };
}
