/** A wait of a fixed length in place of one for what is awaited. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity } from '../../model/workflow.ts';
import { stepLimit } from '../../patterns/work-limit.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { FORWARD } from '../../semantics/flow/graph.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';

/** Links visited in one workflow. */
const LOOKS_MAX = 2_000_000;

/** Returns the fixed length of a wait in seconds; undefined when it is computed. */
function secondsOf(wait: Activity): number | undefined {
  const length =
    propertyOf(wait, 'timeout') ??
    wait.properties.find(({ name }) => /^inputs\..*(?:seconds|sleep)/i.test(name));
  const tree = length?.expression?.tree;
  return tree?.kind === 'literal' && tree.type === 'number' ? Number(tree.value) : undefined;
}

const wait = (seconds: string, next = 'end', choices = ''): string =>
  `<stage stageid="w" name="Wait1" type="WaitStart"><groupid>g</groupid><choices>${choices}</choices><timeout>${seconds}</timeout></stage>
   <stage stageid="v" name="Time Out1" type="WaitEnd"><groupid>g</groupid><onsuccess>${next}</onsuccess></stage>`;
const sleep = (seconds: string): string =>
  `<stage stageid="a" name="Let it load" type="Action"><onsuccess>end</onsuccess><inputs><input type="number" name="Sleep Time (Seconds)" expr="${seconds}"/></inputs><resource object="Utility - General" action="Sleep"/></stage>`;

export const rule = defineRule({
  id: 'BPR-REL-005',
  version: 1,
  title: 'Arbitrary wait',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'On a slow day the wait is too short and the next stage fails; on all others each run loses the time.',
  fix: 'Add a condition to the Wait stage for the element that the next stage needs, and let its time-out lead to an Exception stage. A wait that has to stay gets its length from a data item, so that it can be changed in one place.',
  compliance: ['PERF'],
  options: {
    maxSeconds: {
      default: 1,
      unit: 'seconds',
      about: 'Maximum length of a wait without a condition.',
      stricter: 'lower',
      isMeasured: true,
    },
  },
  level: 'workflow',
  roles: ['delay'],
  *check(workflow, { options }) {
    const waits = workflow.activities.filter(({ role, reachable }) => role === 'delay' && reachable);
    const spend = stepLimit(LOOKS_MAX);
    for (const wait of waits) {
      const seconds = secondsOf(wait);
      if (seconds === undefined || seconds <= options.maxSeconds) continue;
      // A circle of stages that looks again and again needs the pause.
      if (reachedAfter(flowOf(workflow), [wait.index], { kinds: FORWARD, spend }).has(wait.index)) continue;
      yield {
        at: wait,
        message: `"${wait.name}" waits ${seconds} seconds, whatever happens.`,
        measure: { option: 'maxSeconds', value: seconds },
      };
    }
  },
  examples: {
    'blue-prism': {
      bad: [wait('5'), sleep('2.5')],
      good: [
        wait('1'),
        sleep('[Pause]'),
        // Near misses: it goes on as soon as the element is there, and a pause between two looks.
        wait('20', 'end', '<choice expression=""><name>Found</name><ontrue>end</ontrue></choice>'),
        `<stage stageid="q" name="Done?" type="Decision"><ontrue>end</ontrue><onfalse>w</onfalse><decision expression="[Done]"/></stage>${wait('5', 'q')}`,
      ],
    },
  },
});
