/** A loop opens the same connection in each round. */
import { descendantsOf, enclosing, isLive } from '../../model/navigate.ts';
import { writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';
import { defineRule } from '../define-rule.ts';

/** Workbooks are left out: many real bots open one in each round to store what they have done so far. */
export const rule = defineRule('AAB-PRF-002', {
  level: 'activity',
  types: ['Database/connect', 'Email/emailConnect', 'TerminalEmulator/connect', 'Ftp/connect'],
  *check(open, { workflow }) {
    const loop = enclosing(workflow, open, 'loop');
    // A handler connects again after an error.
    if (loop === undefined || enclosing(workflow, open, 'catch') !== undefined) return;
    const changed = new Set(writtenBy(loop));
    for (const inner of descendantsOf(workflow, loop))
      if (isLive(inner)) for (const key of writtenBy(inner)) changed.add(key);
    const keys = open.properties.flatMap(({ expression }) => expression?.mentions ?? []);
    if (keys.some((key) => changed.has(key) || key.includes(':'))) return;
    yield {
      at: open,
      message: `"${open.name}" on line ${open.editorLine} opens the same thing in each round of the loop on line ${loop.editorLine}.`,
    };
  },
});
