/** Finds recoveries that retry the same steps endlessly. */
import { parentOf, propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import { repeatsBlindly, walker } from '../../patterns/blue-prism/retry-progress.ts';
import { stagesOf } from '../../patterns/blue-prism/stages.ts';
import { within } from '../../patterns/work-limit.ts';
import { pagesOf } from '../../semantics/flow/pages.ts';

/** Stages that can fail because of something outside the process. */
const RISKY = new Set(['Action', 'Navigate', 'Read', 'Write', 'Code', 'SubSheet', 'Process', 'WaitStart']);
/** Stages visited in one workflow: thousands of Recover stages before one long path would take too long. */
const LOOKS_MAX = 5_000_000;

/** Recover stages of one workflow; no person draws more. */
const RECOVERS_MAX = 1_000;

/** Builds an example: a page that opens an application, with the stages of its recovery. */
const page = (recovery: string): string =>
  `<stage stageid="a" name="Launch" type="Navigate"><onsuccess>b</onsuccess></stage>
   <stage stageid="b" name="Read Title" type="Read"><onsuccess>end</onsuccess></stage>${recovery}`;

export const rule = defineRule({
  id: 'BPR-REL-008',
  version: 1,
  title: 'Retry without limit',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'medium',
  kind: 'issue',
  preset: 'recommended',
  why: 'When the cause does not go away, the session runs in a circle: it works on nothing, blocks its runtime resource and ends only when somebody stops it.',
  fix: 'Count the tries: set a number item to 0 before the first one, add 1 in a Calculation stage behind Recover, and ask in a Decision stage whether the limit (2 or 3) is reached; then leave by an Exception stage that keeps the type and detail. Or set "Maximum attempts" of the Recover stage.',
  compliance: ['AVAIL'],
  controls: ['CWE-835'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        page(`<stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>a</onsuccess></stage>`),
        // Storing the detail counts nothing, and waiting does not either.
        page(`<stage stageid="r" name="Recover1" type="Recover"><onsuccess>k</onsuccess></stage>
         <stage stageid="k" name="Keep Detail" type="Calculation"><onsuccess>u</onsuccess><calculation expression="ExceptionDetail()" stage="Detail"/></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>s</onsuccess></stage>
         <stage stageid="s" name="Sleep" type="Action"><onsuccess>a</onsuccess><resource object="Utility - General" action="Sleep"/></stage>`),
        // Only what stands in the block is tried again, and that is all of it.
        `<stage stageid="k" name="Block1" type="Block"><display x="0" y="0" w="90" h="90"/></stage>
         <stage stageid="a" name="Launch" type="Navigate"><display x="30" y="30" w="60" h="30"/><onsuccess>b</onsuccess></stage>
         <stage stageid="b" name="Read Title" type="Read"><display x="200" y="30" w="60" h="30"/><onsuccess>end</onsuccess></stage>
         <stage stageid="r" name="Recover1" type="Recover"><display x="60" y="60" w="60" h="30"/><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><display x="200" y="60" w="60" h="30"/><onsuccess>a</onsuccess></stage>`,
      ],
      good: [
        page(`<stage stageid="r" name="Recover1" type="Recover"><onsuccess>k</onsuccess></stage>
         <stage stageid="k" name="Count" type="Calculation"><onsuccess>q</onsuccess><calculation expression="[Tries]+1" stage="Tries"/></stage>
         <stage stageid="q" name="Again?" type="Decision"><ontrue>u</ontrue><onfalse>x</onfalse><decision expression="[Tries]&lt;3"/></stage>
         <stage stageid="x" name="Throw" type="Exception"><exception usecurrent="yes"/></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>a</onsuccess></stage>`),
        page(`<stage stageid="r" name="Recover1" type="Recover"><attempts>3</attempts><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>a</onsuccess></stage>`),
        // Goes on behind the steps, as the last of them.
        page(`<stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>b</onsuccess></stage>`),
        // The next item is progress.
        `<stage stageid="g" name="Get Next Item" type="Action"><onsuccess>w</onsuccess><resource object="Blueprism.Automate.clsWorkQueuesActions" action="Get Next Item"/></stage>
         <stage stageid="w" name="Work" type="SubSheet"><onsuccess>end</onsuccess><processid>p</processid></stage>
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>g</onsuccess></stage>`,
      ],
    },
  },
  level: 'workflow',
  types: ['Recover'],
  *check(workflow) {
    const recovers = within(stagesOf(workflow, 'Recover'), RECOVERS_MAX);
    if (recovers.length === 0) return;
    const { activities } = workflow;
    const pageOf = pagesOf(workflow);
    const walk = walker(workflow, LOOKS_MAX);
    // Links lead to stages of the same page: the other pages do not matter.
    const pages = new Set(recovers.map(({ index }) => pageOf[index]));
    const starts = stagesOf(workflow, 'Start').flatMap(({ index }) =>
      pages.has(pageOf[index]) ? [index] : [],
    );
    const normal = walk(starts, () => true);
    const risky = [...normal].filter((index) => RISKY.has(activities[index]?.type ?? ''));
    const leadsOn = repeatsBlindly(workflow);
    for (const recover of recovers) {
      if (propertyOf(recover, 'attempts') !== undefined) continue;
      const block = parentOf(workflow, recover);
      const scope = (index: number): boolean =>
        block?.type === 'Block'
          ? activities[index]!.parent === block.index
          : pageOf[index] === pageOf[recover.index];
      const mayFail = risky.filter(scope);
      const resumes = [...walk([recover.index], leadsOn)].filter((at) => activities[at]?.type === 'Resume');
      const resumed = walk(resumes, leadsOn);
      // Most of the steps come once more, and the path to one of them has no stage that ends the loop.
      const again = mayFail.filter((index) => resumed.has(index));
      if (again.length === 0) continue;
      const all = walk(resumes, () => true);
      if (mayFail.filter((index) => all.has(index)).length * 2 <= mayFail.length) continue;
      const message = `After "${recover.name}" the flow goes back to "${activities[again[0]!]!.name}" without counting the tries.`;
      yield { at: recover, message };
    }
  },
});
