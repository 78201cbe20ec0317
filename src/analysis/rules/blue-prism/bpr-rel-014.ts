/** Finds environment locks that are acquired and not released. */
import { defineRule } from '../../model/rule.ts';
import { actionsNamed } from '../../patterns/blue-prism/action-calls.ts';
import { within } from '../../patterns/work-limit.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FLOW, FORWARD } from '../../semantics/flow/graph.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';

const ACQUIRE = /^acquire (?:\w+ )?lock\b/i;
const RELEASE = /^release (?:\w+ )?lock/i;
const WITHOUT_ERRORS = { kinds: FORWARD | FLOW.call | FLOW.return };
/** Stages inspected; no person draws more. */
const LOCKS_MAX = 100;

const action = (id: string, name: string, next: string): string =>
  `<stage stageid="${id}" name="${name}" type="Action"><onsuccess>${next}</onsuccess>
     <inputs><input type="text" name="Lock Name" expr="&quot;Ledger&quot;"/></inputs><resource object="Blueprism.AutomateProcessCore.clsEnvironmentLockActions" action="${name}"/></stage>`;
const WORK =
  '<stage stageid="w" name="Write Ledger" type="Action"><onsuccess>b</onsuccess><resource object="Ledger" action="Write"/></stage>';

export const rule = defineRule({
  id: 'BPR-REL-014',
  version: 1,
  title: 'Lock not released',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'The lock outlives the session: every other session that needs it waits until somebody releases it by hand in Control Room.',
  fix: 'Call "Release Lock" of the internal object Environment Locking at the end of the guarded steps, and once more behind a Recover stage, before the exception is thrown on or the flow resumed.',
  compliance: ['AVAIL'],
  controls: ['CWE-667'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        `${action('a', 'Acquire Lock', 'w')}${WORK.replace('>b<', '>end<')}`,
        // An exception in between leaves it locked.
        `${action('a', 'Acquire Lock', 'w')}${WORK}${action('b', 'Release Lock', 'end')}`,
        // Released after an exception only.
        `${action('a', 'Acquire Lock', 'w')}${WORK.replace('>b<', '>end<')}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>b</onsuccess></stage>${action('b', 'Release Lock', 'x')}
         <stage stageid="x" name="Throw" type="Exception"><exception usecurrent="yes"/></stage>`,
      ],
      good: [
        `${action('a', 'Acquire Lock', 'w')}${WORK}${action('b', 'Release Lock', 'end')}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>c</onsuccess></stage>${action('c', 'Release Lock', 'x')}
         <stage stageid="x" name="Throw" type="Exception"><exception usecurrent="yes"/></stage>`,
        // Resumed in front of the release.
        `${action('a', 'Acquire Lock', 'w')}${WORK}${action('b', 'Release Lock', 'end')}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage><stage stageid="u" name="Resume1" type="Resume"><onsuccess>b</onsuccess></stage>`,
        // A query acquires no lock.
        `${action('a', 'Query Lock', 'w')}${WORK.replace('>b<', '>end<')}`,
      ],
    },
  },
  level: 'workflow',
  types: ['Action'],
  *check(workflow) {
    // An object takes and releases on different pages, in the order of the process that uses it.
    if (workflow.kind !== 'blue-prism-process') return;
    const takers = actionsNamed(workflow, ACQUIRE);
    if (takers.length === 0) return;
    const graph = flowOf(workflow);
    const releases = actionsNamed(workflow, RELEASE).map(({ index }) => index);
    for (const taker of within(takers, LOCKS_MAX)) {
      const normal = reachedAfter(graph, [taker.index], WITHOUT_ERRORS);
      const recovers = [...reachedAfter(graph, [taker.index])].filter(
        (index) => workflow.activities[index]?.type === 'Recover' && !normal.has(index),
      );
      const recovered = reachedAfter(graph, recovers, WITHOUT_ERRORS);
      let message: string | undefined;
      if (!releases.some((index) => normal.has(index)))
        message = `No way from "${taker.name}" leads to an action that releases the lock.`;
      else if (!releases.some((index) => recovered.has(index)))
        message = `The lock that "${taker.name}" takes is not released when a stage behind it throws an exception.`;
      if (message !== undefined) yield { at: taker, message };
    }
  },
});
