/** A macro of a workbook whose name only the run shows. */
import { isLive } from '../../model/navigate.ts';
import { botSymbols } from '../../patterns/automation-anywhere/bot-symbols.ts';
import { piecesOf } from '../../semantics/joined.ts';
import { defineRule } from '../define-rule.ts';

const RUNS_MACRO = /^Excel\w{0,20}\/run_?macro$/i;

export const rule = defineRule('AAB-SEC-015', {
  level: 'activity',
  words: ['macroName'],
  *check(command, { workflow }) {
    if (!RUNS_MACRO.test(command.type) || !isLive(command)) return;
    const macro = command.properties.find(({ name }) => name === 'macroName');
    if (macro?.expression === undefined) return;
    const [variable] = botSymbols(workflow).open(piecesOf(macro.expression.tree));
    if (variable === undefined) return;
    yield {
      at: macro,
      subject: macro.name,
      message: `"${command.name}" on line ${command.editorLine} runs the macro that "${variable}" names.`,
    };
  },
});
