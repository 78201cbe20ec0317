/** A knowledge source of an agent that lies in the folder of one person. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const SITE = /^source\.(?:site|url)$/;
/**
 * OneDrive of a person: `https://northwind-my.sharepoint.com/personal/…`, or a link such as `/my?id=…` and `/:f:/g/personal/…`.
 * The name of an organisation may end with `-my` as well: its sites are none.
 */
const PERSONAL =
  /^https:\/\/[\w-]{1,100}-my\.sharepoint\.(?:com|us|de|cn)\/(?::\w:\/(?:p|\w\/personal)\/|personal\/|my(?![\w-]))/i;

export const rule = defineRule('PAF-SEC-115', {
  level: 'activity',
  languages: ['power-fx'],
  types: ['KnowledgeSourceConfiguration'],
  words: ['-my.sharepoint.'],
  *check(source, { workflow }) {
    for (const setting of source.properties) {
      if (!SITE.test(setting.name) || !PERSONAL.test(literalOf(setting)?.trim() ?? '')) continue;
      const message = `The knowledge source "${workflow.name}" is the folder of one person in OneDrive.`;
      yield { at: setting, subject: 'site', message };
    }
  },
});
