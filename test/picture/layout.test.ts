/** Layouts of arbitrary workflows, and of the real ones beside the project. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { layoutPicture } from '../../src/picture/layout-picture.ts';
import { graphOf, type PictureWorkflow } from '../../src/picture/workflow-graph.ts';
import { CORPUS_ABSENT, corpusFiles } from '../support/files/corpus.ts';
import { drawnFile } from '../support/files/drawn-file.ts';
import { assertSoundPictures } from './scene-rules.ts';

interface Step {
  readonly up: number;
  readonly slot: string;
  readonly x: number;
  readonly y: number;
}

interface Form {
  readonly kind: string;
  readonly hasPlaces: boolean;
  readonly edges: readonly (readonly [number, number, string])[];
  readonly pins: readonly number[];
}

const NO_COLUMNS = { node: [], target: [], page: [], workflow: [] };

/** Makes a workflow; `up` counts back to the container of a step. */
function workflowOf(steps: readonly Step[], { kind, hasPlaces, edges, pins }: Form): PictureWorkflow {
  const texts = ['', 'Then', 'Else', 'succeeded', 'failed'];
  const index = steps.map((_, node) => node);
  const at = (place: number) => place % steps.length;
  return {
    name: 'Any',
    file: '',
    kind,
    steps: steps.length,
    texts,
    nodes: {
      parent: steps.map(({ up }, node) => (up === 0 || up > node ? -1 : node - up)),
      slot: steps.map(({ slot }) => texts.indexOf(slot)),
      type: index.map(() => 0),
      role: index.map(() => 0),
      name: index.map((node) => `Step ${node}`),
      flags: index.map(() => 0),
    },
    calls: NO_COLUMNS,
    places: hasPlaces
      ? {
          node: index,
          x: steps.map(({ x }) => x),
          y: steps.map(({ y }) => y),
          w: index.map(() => 60),
          h: index.map(() => 30),
        }
      : { node: [], x: [], y: [], w: [], h: [] },
    edges: {
      from: edges.map(([from]) => at(from)),
      to: edges.map(([, to]) => at(to)),
      when: edges.map(([, , when]) => texts.indexOf(when)),
      bends: edges.map(() => []),
    },
    pins: pins.map((node, place) => ({
      findingId: String(place),
      node: at(node),
      severity: 'high',
      waived: false,
      change: null,
      way: [],
    })),
  };
}

const anyStep = fc.record({
  up: fc.nat({ max: 4 }),
  slot: fc.constantFrom('', 'Then', 'Else'),
  x: fc.integer({ min: -400, max: 400 }),
  y: fc.integer({ min: -400, max: 400 }),
});
const anyForm = fc.record({
  kind: fc.constantFrom('uipath-workflow', 'power-automate-flow', 'power-automate-desktop-flow'),
  hasPlaces: fc.boolean(),
  edges: fc.array(fc.tuple(fc.nat(60), fc.nat(60), fc.constantFrom('succeeded', 'failed')), {
    maxLength: 40,
  }),
  pins: fc.array(fc.nat(60), { maxLength: 8 }),
});
const anySteps = fc.array(anyStep, { minLength: 1, maxLength: 40 });

describe('a layout', () => {
  it('gives each step one box inside its container and beside its siblings, and ends lines on boxes', () => {
    fc.assert(
      fc.property(anySteps, anyForm, (steps, form) => {
        assertSoundPictures(workflowOf(steps, form), 'any workflow', () => true);
        assertSoundPictures(workflowOf(steps, form), 'any workflow at first');
      }),
      { numRuns: 200 },
    );
  });

  it('shows each finding, at its step or at the container that hides it', () => {
    fc.assert(
      fc.property(anySteps, anyForm, (steps, form) => {
        const graph = graphOf(workflowOf(steps, form));
        const { pins, rests } = layoutPicture(graph, { isOpen: () => false });
        const hidden = rests.reduce((sum, { count }) => sum + count, 0);
        assert.equal(pins.length + hidden, form.pins.length);
      }),
      { numRuns: 100 },
    );
  });

  it('moves nothing when a step is added at the end', () => {
    const plain = { kind: 'uipath-workflow', hasPlaces: false, edges: [], pins: [] };
    fc.assert(
      fc.property(anySteps, anyStep, (steps, more) => {
        const boxesOf = (list: readonly Step[]) => {
          const workflow = workflowOf(list, plain);
          return layoutPicture(graphOf(workflow), { isOpen: () => true }).boxes;
        };
        const last = { ...more, up: 0 };
        const before = boxesOf(steps).map(({ node, x, y }) => [node, x, y]);
        const after = boxesOf([...steps, last]).map(({ node, x, y }) => [node, x, y]);
        assert.deepEqual(after.slice(0, before.length), before);
      }),
      { numRuns: 100 },
    );
  });

  it('is sound for real files', { skip: CORPUS_ABSENT }, () => {
    let pictures = 0;
    // Every third file has all kinds in it, in a third of the time.
    for (const [index, { path, bytes }] of [...corpusFiles()].entries()) {
      if (index % 3 !== 0) continue;
      let drawn: ReturnType<typeof drawnFile>;
      try {
        drawn = drawnFile(path, bytes);
      } catch {
        // No workflow.
        continue;
      }
      const pinned = new Set(drawn.workflows.flatMap(({ pins }) => pins.map(({ findingId }) => findingId)));
      for (const { id, rule } of drawn.findings) assert.ok(pinned.has(id), `${path}: ${rule} has no pin`);
      for (const workflow of drawn.workflows) {
        assertSoundPictures(workflow, path);
        pictures += 1;
      }
    }
    assert.ok(pictures > 300);
  });
});
