/** The gate: which severities block, by threshold and mode. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { gate } from '../../../src/analysis/model/gate.ts';
import { ENFORCEMENT_MODES } from '../../../src/analysis/model/report.ts';
import { SEVERITIES } from '../../../src/analysis/model/rule.ts';
import { finding } from '../../support/service/validation-record.ts';

for (const [index, failOn] of SEVERITIES.entries())
  it(`--fail-on ${failOn} blocks on that severity and worse, unless an exception is approved`, () => {
    const open = SEVERITIES.map((severity) => finding({ severity }));
    const exceptionId = '0190d5a4-7c1e-4a3b-9f00-3f2a1b4c5d6e';
    const waived = SEVERITIES.map((severity) =>
      finding({ severity, exceptionStatus: 'approved', exceptionId }),
    );
    const { blocking, passed } = gate([...open, ...waived], 'blocking', failOn);
    assert.deepEqual(blocking, open.slice(0, index + 1));
    assert.equal(passed, false);
    assert.equal(gate(waived, 'blocking', failOn).passed, true);
  });

it('critical and high findings block without a threshold, in the mode blocking alone', () => {
  const findings = SEVERITIES.map((severity) => finding({ severity }));
  const counts = ENFORCEMENT_MODES.map((mode) => [mode, gate(findings, mode).blocking.length]);
  assert.deepEqual(Object.fromEntries(counts), { advisory: 0, warning: 0, blocking: 2 });
});

it('a note in the workflow, which has no id, does not waive what blocks', () => {
  const noted = finding({ severity: 'medium', exceptionStatus: 'approved', exceptionId: null });
  assert.deepEqual(gate([noted], 'blocking', 'medium').blocking, [noted]);
  assert.equal(gate([noted], 'blocking').passed, true);
});
