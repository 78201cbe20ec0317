/** Finds queue items that are taken and never marked as completed or as exception. */
import { defineRule } from '../../model/rule.ts';
import { actionsNamed } from '../../patterns/blue-prism/action-calls.ts';
import { unmarkedFailure } from '../../patterns/blue-prism/queue-items.ts';
import { givesText } from '../../patterns/blue-prism/read-items.ts';
import { within } from '../../patterns/work-limit.ts';
import { flowOf } from '../../semantics/flow/flow-of.ts';
import { reachedAfter } from '../../semantics/flow/search.ts';

/** Actions that take an item: copies of the queue object have other names, but their actions have the same. */
const GET = /^get next (?:item|case)\b/i;
const COMPLETED = /^mark (?:item )?(?:as )?complete/i;
const EXCEPTION = /^mark (?:item )?(?:as )?exception/i;

/** Stages inspected; a process takes its items in one place. */
const TAKERS_MAX = 100;

const action = (id: string, name: string, next: string, inputs = ''): string =>
  `<stage stageid="${id}" name="${name}" type="Action"><onsuccess>${next}</onsuccess>${inputs}<resource object="Blueprism.Automate.clsWorkQueuesActions" action="${name}"/></stage>`;
const REASON =
  '<inputs><input type="text" name="Exception Reason" expr="ExceptionDetail()"/><input type="flag" name="Retry" expr="False"/></inputs>';
const HANDLER = `<stage stageid="r" name="Recover1" type="Recover"><onsuccess>e</onsuccess></stage>
  <stage stageid="u" name="Resume1" type="Resume"><onsuccess>g</onsuccess></stage>`;

export const rule = defineRule({
  id: 'BPR-REL-013',
  version: 2,
  title: 'Queue item outcome missing',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'An item without outcome stays locked: no other session takes it up, reports count it as in progress, and nobody sees that its work was not done or done only in part.',
  fix: 'Lead every way behind Get Next Item to one of the actions of the internal object Work Queues: "Mark Completed" when the work is done, and behind a Recover stage "Mark Exception" with ExceptionDetail() as Exception Reason.',
  compliance: ['INTEG'],
  controls: ['CWE-372'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        // Nothing says what happens after an exception.
        `${action('g', 'Get Next Item', 'c')}${action('c', 'Mark Completed', 'end')}`,
        `${action('g', 'Get Next Item', 'end')}${action('e', 'Mark Exception', 'u', REASON)}${HANDLER}`,
        `${action('g', 'Get Next Item', 'c')}${action('c', 'Mark Completed', 'g')}${action('e', 'Mark Exception', 'u')}${HANDLER}`,
        action('g', 'Get Next Item', 'end'),
        // Marked as exception on a branch of the business alone: nothing handles the failure of the work.
        `${action('g', 'Get Next Item', 'q')}<stage stageid="q" name="Known?" type="Decision"><ontrue>e</ontrue><onfalse>w</onfalse><decision expression="[Known]"/></stage>
         ${action('e', 'Mark Exception', 'end', REASON)}${action('w', 'Post Order', 'c').replace('Blueprism.Automate.clsWorkQueuesActions', 'ERP')}${action('c', 'Mark Completed', 'end')}`,
        // The recovery stores the text in another item than the one that is passed.
        `${action('g', 'Get Next Item', 'c')}${action('c', 'Mark Completed', 'g')}${action('e', 'Mark Exception', 'u', REASON.replace('ExceptionDetail()', '[Detail]'))}
         <stage stageid="r" name="Recover1" type="Recover"><onsuccess>k</onsuccess></stage><stage stageid="u" name="Resume1" type="Resume"><onsuccess>g</onsuccess></stage>
         <stage stageid="k" name="Store" type="Calculation"><onsuccess>e</onsuccess><calculation expression="ExceptionDetail()" stage="Detail 2"/></stage>
         <stage stageid="d" name="Detail" type="Data"><datatype>text</datatype><initialvalue/><private/></stage>
         <stage stageid="d2" name="Detail 2" type="Data"><datatype>text</datatype><initialvalue/><private/></stage>`,
      ],
      good: [
        `${action('g', 'Get Next Item', 'c')}${action('c', 'Mark Completed', 'g')}${action('e', 'Mark Exception', 'u', REASON)}${HANDLER}`,
        // On pages of their own.
        `<subsheet subsheetid="p" type="Normal" published="False"><name>Work</name></subsheet><subsheet subsheetid="q" type="Normal" published="False"><name>Outcome</name></subsheet>
         ${action('g', 'Get Next Item', 's')}<stage stageid="s" name="Work" type="SubSheet"><onsuccess>t</onsuccess><processid>p</processid></stage>
         <stage stageid="t" name="Outcome" type="SubSheet"><onsuccess>end</onsuccess><processid>q</processid></stage>
         <stage stageid="start" name="Start" type="Start"><onsuccess>g</onsuccess></stage>
         <stage stageid="p1" name="Start" type="Start"><subsheetid>p</subsheetid><onsuccess>p2</onsuccess></stage>
         <stage stageid="p2" name="End" type="End"><subsheetid>p</subsheetid></stage>
         <stage stageid="p3" name="Recover1" type="Recover"><subsheetid>p</subsheetid><onsuccess>p4</onsuccess></stage>
         <stage stageid="p4" name="Resume1" type="Resume"><subsheetid>p</subsheetid><onsuccess>p2</onsuccess></stage>
         <stage stageid="q1" name="Start" type="Start"><subsheetid>q</subsheetid><onsuccess>q2</onsuccess></stage>
         <stage stageid="q2" name="Well?" type="Decision"><subsheetid>q</subsheetid><ontrue>q3</ontrue><onfalse>q4</onfalse><decision expression="[Well]"/></stage>
         ${action('q3', 'Mark Completed', 'q5').replace('<onsuccess>', '<subsheetid>q</subsheetid><onsuccess>')}
         ${action('q4', 'Mark Exception', 'q5', REASON).replace('<onsuccess>', '<subsheetid>q</subsheetid><onsuccess>')}
         <stage stageid="q5" name="End" type="End"><subsheetid>q</subsheetid></stage>`,
        // Items are only listed.
        action('g', 'Get Completed Items', 'end'),
        // Another process works on the item, and this file does not show what it does.
        `${action('g', 'Get Next Item', 'p')}<stage stageid="p" name="Work" type="Process"><onsuccess>end</onsuccess><processid>x</processid></stage>`,
      ],
    },
  },
  level: 'workflow',
  types: ['Action'],
  *check(workflow) {
    // An object passes items on to the process that uses it.
    if (workflow.kind !== 'blue-prism-process') return;
    const exceptions = actionsNamed(workflow, EXCEPTION);
    for (const activity of exceptions) {
      // Copies may take the reason by another name.
      if (activity.role !== 'queue') continue;
      const reason = activity.properties.find(({ name }) => /^inputs\..*reason/i.test(name));
      if (reason !== undefined && givesText(workflow, reason)) continue;
      const message = `"${activity.name}" marks the item as exception without a reason.`;
      yield { at: reason ?? activity, subject: 'Exception Reason', message };
    }
    const takers = actionsNamed(workflow, GET);
    if (takers.length === 0) return;
    const graph = flowOf(workflow);
    const completed = actionsNamed(workflow, COMPLETED);
    for (const taker of within(takers, TAKERS_MAX)) {
      const after = reachedAfter(graph, [taker.index]);
      if ([...after].some((index) => workflow.activities[index]?.type === 'Process')) continue;
      const missing = [
        ...(completed.some(({ index }) => after.has(index)) ? [] : ['Mark Completed']),
        ...(exceptions.some(({ index }) => after.has(index)) ? [] : ['Mark Exception']),
      ];
      if (missing.length > 0) {
        yield { at: taker, message: `No way from "${taker.name}" leads to ${missing.join(' or ')}.` };
        continue;
      }
      const failing = unmarkedFailure(workflow, taker, { takers, completed, exceptions });
      if (failing === undefined) continue;
      const message = `When "${failing.name}" fails behind "${taker.name}", no way leads to Mark Exception.`;
      yield { at: taker, message };
    }
  },
});
