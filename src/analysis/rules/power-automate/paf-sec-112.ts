/** A custom connector that changes data and sends no credentials. */
import {
  gatherAuthentication,
  openConnectors,
} from '../../patterns/power-automate/connectors/connector-clues.ts';
import { defineRule } from '../define-rule.ts';

export const rule = defineRule('PAF-SEC-112', {
  level: 'project',
  gather: gatherAuthentication,
  *check({ clues }) {
    for (const { clue, operation } of openConnectors(clues)) {
      const message = `The connector "${clue.in.name}" sends no credentials, also with "${operation}".`;
      yield { in: clue.in, at: clue.at, subject: 'security', message };
    }
  },
});
