/** Finds data items and collections that nothing reads or writes. */
import { defineRule } from '../../model/rule.ts';
import type { Workflow } from '../../model/workflow.ts';
import { pagesOf } from '../patterns/flow-graph.ts';

/** Which pages mention each key: in expressions, inputs and outputs, or as a text that names the item. */
function mentionsOf(workflow: Workflow): ReadonlyMap<string, ReadonlySet<number>> {
  const pages = pagesOf(workflow);
  const mentioned = new Map<string, Set<number>>();
  const mention = (key: string, page: number): void => {
    const on = mentioned.get(key);
    if (on === undefined) mentioned.set(key, new Set([page]));
    else on.add(page);
  };
  for (const expression of workflow.expressions) {
    const page = pages[expression.owner] ?? -1;
    for (const key of expression.mentions) mention(key, page);
    if (!expression.text.includes('"')) continue;
    // Actions on collections take the collection's name as a text: "Orders", "Orders.Lines".
    for (const { kind, text } of expression.tokens) {
      if (kind !== 'string' || text.length > 200) continue;
      const key = text.trim().toLowerCase();
      mention(key, page);
      const dot = key.indexOf('.');
      if (dot > 0) mention(key.slice(0, dot), page);
    }
  }
  return mentioned;
}

export const rule = defineRule({
  id: 'BPR-MNT-002',
  version: 1,
  title: 'Unused data item',
  platforms: ['blue-prism'],
  category: 'maintainability',
  severity: 'low',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'Items that nothing uses make a page harder to read, and a value kept in them looks as if it had an effect.',
  fix: 'Use Find References on the data item in Process Studio to make sure, then delete it.',
  compliance: ['MAINT'],
  controls: ['CWE-563'],
  options: {},
  examples: {
    'blue-prism': {
      bad: [
        '<stage stageid="d" name="Old Path" type="Data"><datatype>text</datatype><initialvalue/><private/></stage>',
        // Used, but on another page, which cannot see a private item.
        `<subsheet subsheetid="p" type="Normal" published="False"><name>Other</name></subsheet>
         <stage stageid="c" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="[Count]+1" stage="Count"/></stage>
         <stage stageid="d" name="Count" type="Data"><datatype>number</datatype><private/></stage>
         <stage stageid="e" name="Count" type="Data"><subsheetid>p</subsheetid><datatype>number</datatype><private/></stage>`,
      ],
      good: [
        `<stage stageid="c" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="[Count]+1" stage="Count"/></stage>
         <stage stageid="d" name="Count" type="Data"><datatype>number</datatype><private/></stage>`,
        `<stage stageid="a" name="Count Rows" type="Action"><onsuccess>end</onsuccess>
           <inputs><input type="text" name="Collection Name" expr="&quot;Orders&quot;"/></inputs><resource object="Collections" action="Count Rows"/></stage>
         <stage stageid="d" name="Orders" type="Collection"><datatype>collection</datatype><private/></stage>`,
        '<stage stageid="d" name="Retry Limit" type="Data"><datatype>number</datatype><exposure>Session</exposure></stage>',
        `<stage stageid="c" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="[Orders.Total]+1" stage="Orders.Total"/></stage>
         <stage stageid="d" name="Orders" type="Collection"><datatype>collection</datatype><collectioninfo><field name="Total" type="number"/></collectioninfo></stage>`,
      ],
    },
  },
  level: 'workflow',
  *check(workflow) {
    if (workflow.kind === 'blue-prism-release') return;
    const mentioned = mentionsOf(workflow);
    for (const variable of workflow.variables) {
      const isExempt = variable.modifiers?.some((word) => word === 'field' || word.startsWith('exposure:'));
      if (isExempt === true) continue;
      const on = mentioned.get(variable.key);
      if (on !== undefined && (variable.owner === -1 || on.has(variable.owner))) continue;
      const what = variable.type === 'collection' ? 'collection' : 'data item';
      yield { at: variable, message: `Nothing uses the ${what} "${variable.name}".` };
    }
  },
});
