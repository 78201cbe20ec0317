/** A knowledge source of an agent that is a website outside of the tenant. */
import { matchesWildcard } from '../../../text/wildcard.ts';
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

const PUBLIC = 'PublicSiteSearchSource';
const SITE = /^source\.(?:site|url)$/;

/** Returns the host of an address, also of one without `https://`; undefined when it is none. */
function hostOf(address: string): string | undefined {
  const withProtocol = address.includes('://') ? address : `https://${address}`;
  return URL.parse(withProtocol)?.hostname;
}

export const rule = defineRule('PAF-SEC-116', {
  level: 'activity',
  languages: ['power-fx'],
  types: ['KnowledgeSourceConfiguration'],
  *check(source, { workflow, options: { approved } }) {
    const kind = source.properties.find(({ name }) => name === 'source.kind');
    if (kind === undefined || literalOf(kind) !== PUBLIC) return;
    for (const setting of source.properties) {
      const address = SITE.test(setting.name) ? literalOf(setting)?.trim() : undefined;
      const host = address ? hostOf(address) : undefined;
      if (host === undefined || approved.some((pattern) => matchesWildcard(host, pattern))) continue;
      const message = `The knowledge source "${workflow.name}" is the public website "${host}".`;
      yield { at: setting, subject: 'site', message };
    }
  },
});
