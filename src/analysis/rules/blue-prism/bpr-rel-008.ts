/** Finds recoveries that retry the same steps endlessly. */
import { defineRule } from '../../model/rule.ts';
import { endlessRecoveries } from '../../patterns/blue-prism/endless-recovery.ts';

/** Builds an example: a page that opens an application, with the stages of its recovery. */
const page = (recovery: string): string =>
  `<stage stageid="a" name="Launch" type="Navigate"><onsuccess>b</onsuccess></stage>
   <stage stageid="b" name="Read Title" type="Read"><onsuccess>end</onsuccess></stage>${recovery}`;

/** Builds an example: an exception for an answer that is not the right one. */
const tested = (question: string, recovery: string): string =>
  `<stage stageid="k" name="Trim Title" type="Calculation"><onsuccess>q</onsuccess><calculation expression="Trim([Answer])" stage="Title"/></stage>
   <stage stageid="q" name="No Title?" type="Decision"><ontrue>x</ontrue><onfalse>b</onfalse><decision expression="${question}"/></stage>
   <stage stageid="x" name="Throw" type="Exception"><exception type="System Exception" detail="No title"/></stage>
   <stage stageid="b" name="Post" type="Action"><onsuccess>c</onsuccess><resource object="ERP" action="Post"/></stage>
   <stage stageid="c" name="Confirm" type="Action"><onsuccess>end</onsuccess><resource object="ERP" action="Confirm"/></stage>
   <stage stageid="r" name="Recover1" type="Recover"><onsuccess>${recovery}</onsuccess></stage>
   <stage stageid="u" name="Resume1" type="Resume"><onsuccess>k</onsuccess></stage>`;

/** Builds an example: a recovery of the whole page that marks the item. */
const taken = (first: string, recovery: string): string =>
  `<stage stageid="start" name="Start" type="Start"><onsuccess>${first}</onsuccess></stage>
   <stage stageid="a" name="Read Sheet" type="Action"><onsuccess>${first === 'a' ? 'g' : 'end'}</onsuccess><resource object="Excel" action="Read"/></stage>
   <stage stageid="g" name="Get Next Item" type="Action"><onsuccess>${first === 'a' ? 'end' : 'a'}</onsuccess><resource object="Blueprism.Automate.clsWorkQueuesActions" action="Get Next Item"/><outputs><output type="text" name="Item ID" stage="Current Item"/></outputs></stage>
   <stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage>
   <stage stageid="u" name="Resume1" type="Resume"><onsuccess>${recovery}</onsuccess></stage>
   <stage stageid="q" name="Item?" type="Decision"><ontrue>e</ontrue><onfalse>end</onfalse><decision expression="[Current Item] &lt;&gt; &quot;&quot;"/></stage>
   <stage stageid="e" name="Mark Exception" type="Action"><onsuccess>end</onsuccess><resource object="Blueprism.Automate.clsWorkQueuesActions" action="Mark Exception"/><inputs><input type="text" name="Item ID" expr="[Current Item]"/></inputs></stage>
   <stage stageid="i" name="Current Item" type="Data"><datatype>text</datatype><initialvalue/><private/></stage>`;

export const rule = defineRule({
  id: 'BPR-REL-008',
  version: 2,
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
        // The exception behind Resume comes back to the Recover stage of the page.
        page(`<stage stageid="r" name="Recover1" type="Recover"><onsuccess>u</onsuccess></stage>
         <stage stageid="u" name="Resume1" type="Resume"><onsuccess>x</onsuccess></stage>
         <stage stageid="x" name="Throw" type="Exception"><exception type="System Exception" detail="No title"/></stage>`),
        // The question is the same in each round, and so may be the answer.
        tested('[Title] = &quot;&quot;', 'u'),
        // No item is taken before the first action: the mark fails, and its failure comes back too.
        taken('a', 'e'),
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
        // Throws while the exception is being handled: it leaves the page.
        tested('[Title] = &quot;&quot;', 'x'),
        // Near misses: a limit in time, an item that is taken first, and a question whether there is one.
        tested('Now() &gt; [Deadline]', 'u'),
        taken('g', 'e'),
        taken('a', 'q'),
      ],
    },
  },
  level: 'workflow',
  types: ['Recover'],
  *check(workflow) {
    for (const { recover, message } of endlessRecoveries(workflow)) yield { at: recover, message };
  },
});
