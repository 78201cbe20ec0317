/** Finds large pages of processes that do risky work without an exception handler. */
import { propertyOf } from '../../model/navigate.ts';
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';
import { pagesOf } from '../../semantics/flow/pages.ts';

/** Stages that can fail because of something outside the process. */
const RISKY = new Set(['Action', 'Navigate', 'Read', 'Write', 'Code']);
/** Stages without an effect. */
const IDLE = new Set(['Block', 'Note', 'Anchor']);

interface PageFacts {
  stages: number;
  risky: number;
  /** The name of the first stage that can fail. */
  firstRisky: string;
  handled: boolean;
}

/** Collects the facts of each page, by the index of its activity. */
function factsOf(workflow: Workflow): ReadonlyMap<number, PageFacts> {
  const facts = new Map<number, PageFacts>();
  const pages = pagesOf(workflow);
  for (const { index, type, role, name, reachable } of workflow.activities) {
    const page = pages[index]!;
    if (page === -1 || page === index || IDLE.has(type) || !reachable) continue;
    let known = facts.get(page);
    if (known === undefined) {
      known = { stages: 0, risky: 0, firstRisky: '', handled: false };
      facts.set(page, known);
    }
    known.stages += 1;
    if (RISKY.has(type)) {
      if (known.risky === 0) known.firstRisky = name;
      known.risky += 1;
    }
    if (role === 'catch') known.handled = true;
  }
  return facts;
}

/** Returns whether a process starts on a page: exceptions of every other page go to the page that calls it. */
function isEntry(page: Activity): boolean {
  const type = propertyOf(page, 'type')?.text;
  return type === 'Main' || (type === 'Normal' && propertyOf(page, 'published')?.text === 'true');
}

/** Builds an example page with so many steps in a row that it counts as large. */
function longPage(extra: string, steps: number): string {
  const calculations = Array.from(
    { length: steps },
    (_, i) =>
      `<stage stageid="c${i}" name="Step ${i}" type="Calculation"><onsuccess>${i + 1 < steps ? `c${i + 1}` : 'a'}</onsuccess><calculation expression="1" stage="N"/></stage>`,
  );
  return `${calculations.join('\n')}\n<stage stageid="a" name="Open Workbook" type="Action"><onsuccess>end</onsuccess><resource object="MS Excel VBO" action="Open Workbook"/></stage>${extra}`;
}

/** Puts the same stages on a published page of a business object. */
const objectPage = (stages: string): string =>
  `<process name="Portal" version="1.0" bpversion="7.2.0.0" narrative="" type="object">
<subsheet subsheetid="p" type="Normal" published="True"><name>Read Orders</name></subsheet>
${`<stage stageid="start" name="Start" type="Start"><onsuccess>c0</onsuccess></stage>
${stages}
<stage stageid="end" name="End" type="End"></stage>`.replaceAll(
  '</stage>',
  '<subsheetid>p</subsheetid></stage>',
)}
</process>`;

const HANDLER = `
<stage stageid="r" name="Recover1" type="Recover"><onsuccess>x</onsuccess></stage>
<stage stageid="x" name="Throw" type="Exception"><exception type="" detail="" usecurrent="yes"/></stage>`;

export const rule = defineRule({
  id: 'BPR-REL-001',
  version: 2,
  title: 'Process without exception handling',
  platforms: ['blue-prism'],
  category: 'reliability',
  severity: 'medium',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'When one stage fails, the whole run ends there: applications stay open, a queue item that the process has taken stays locked, and nobody is told which step it was.',
  fix: 'Put the stages that can fail into a Block and add a Recover stage inside it, followed by Resume and a defined outcome: mark the item as exception, try again a limited number of times, or throw the exception again with "Preserve the type and detail of the current exception".',
  compliance: ['ERR'],
  options: {
    minStages: {
      default: 20,
      unit: 'stages',
      about: 'Number of stages above which a process needs exception handling.',
      stricter: 'lower',
      isMeasured: true,
      metric: { name: 'activities' },
    },
  },
  examples: {
    'blue-prism': {
      bad: [
        longPage('', 22),
        longPage(
          '\n<stage stageid="n" name="Note1" type="Note"><narrative>Recover later</narrative></stage>',
          20,
        ),
      ],
      good: [
        longPage(HANDLER, 22),
        longPage('', 5),
        // Near miss: the process that uses a business object gets its exceptions.
        objectPage(longPage('', 22)),
        // Long, but nothing in it can fail because of something outside.
        longPage('', 22).replace('type="Action"', 'type="Calculation"'),
      ],
    },
  },
  level: 'workflow',
  *check(workflow, { options }) {
    // The exceptions of a business object go to the process that uses it.
    if (workflow.kind !== 'blue-prism-process') return;
    for (const [index, { stages, risky, firstRisky, handled }] of factsOf(workflow)) {
      const page = workflow.activities[index]!;
      if (handled || risky === 0 || stages <= options.minStages || !isEntry(page)) continue;
      const fallible =
        risky === 1 ? `"${firstRisky}" can fail` : `${risky} stages can fail, the first is "${firstRisky}"`;
      yield {
        at: page,
        measure: { option: 'minStages', value: stages },
        message: `The page "${page.name}" of the process "${workflow.name}" has ${stages} stages and no Recover stage; ${fallible}.`,
      };
    }
  },
});
