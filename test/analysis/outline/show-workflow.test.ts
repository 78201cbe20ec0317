/** The workflow of an outline that is drawn when none is chosen. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import type { FileOutline } from '../../../src/analysis/model/outline/file-outline.ts';
import type { Severity } from '../../../src/analysis/model/rule.ts';
import { type PinnedFinding, showWorkflow } from '../../../src/analysis/outline/show-workflow.ts';
import { drawnFile } from '../../support/files/drawn-file.ts';

const RELEASE = join(import.meta.dirname, '../../fixtures/blue-prism/Invoices.bprelease');
const WORST = -1;

describe('the workflow that is drawn at first', () => {
  const { workflows } = drawnFile('Invoices.bprelease', readFileSync(RELEASE)).outline;
  /** Pins findings, each with its severity, to the workflows of a release with three of them. */
  const pinned = (...severities: readonly (readonly Severity[])[]) => {
    const findings: PinnedFinding[] = [];
    const outline: FileOutline = {
      workflows: workflows.map((workflow, index) => {
        const own = severities[index]!.map((severity, place) => {
          const id = `${index}-${place}`;
          findings.push({ id, severity, waived: false, change: null, prints: [id] });
          return id;
        });
        return { ...workflow, pins: { print: own, node: own.map(() => 0) } };
      }),
    };
    return (wanted?: string) => showWorkflow(outline, WORST, findings, wanted)?.index;
  };

  it('has the worst finding', () => {
    assert.equal(pinned(['low', 'low'], ['high'], ['medium'])(), 1);
    assert.equal(pinned([], [], [])(), 0);
  });

  it('has the most findings of the worst severity', () => {
    assert.equal(pinned(['high', 'low', 'low'], ['high', 'high'], ['high'])(), 1);
  });

  it('has the wanted finding, however harmless it is', () => {
    const shown = pinned(['critical'], ['low', 'low'], ['high']);
    assert.equal(shown('1-1'), 1);
    assert.equal(shown('of another run'), 0);
  });
});
