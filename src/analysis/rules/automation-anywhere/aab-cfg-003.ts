/** A bot was migrated from version 11 and still runs its commands. */
import { isLive } from '../../model/navigate.ts';
import { commandsOf } from '../../patterns/automation-anywhere/bot-commands.ts';
import { defineRule } from '../define-rule.ts';

const LEGACY = /^LegacyAutomation\//;

export const rule = defineRule('AAB-CFG-003', {
  level: 'workflow',
  *check(workflow) {
    const legacy = commandsOf(workflow, ({ type }) => LEGACY.test(type)).filter(isLive);
    const [first] = legacy;
    const reviews = Number(workflow.settings.get('migrationJournalReviewIds') ?? 0);
    if (first === undefined && !(reviews > 0)) return;
    const commands = legacy.length === 1 ? 'a command' : `${legacy.length} commands`;
    yield {
      at: first ?? { at: 0, owner: -1, name: '' },
      subject: 'migration',
      message:
        first === undefined
          ? `The migration of "${workflow.name}" left ${reviews} ${reviews === 1 ? 'item' : 'items'} to review.`
          : `"${workflow.name}" runs ${commands} of the migration package, the first on line ${first.editorLine}.`,
    };
  },
});
