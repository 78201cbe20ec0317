/** A secret in the header or body of a request to a host that is not approved. */
import { matchesWildcard } from '../../../text/wildcard.ts';
import { literalOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { isRequestAddress, requestHost } from '../../semantics/request-address.ts';
import { problemOfFlow } from '../define-flow-rule.ts';
import { defineRule } from '../define-rule.ts';

/** Services that show each request that they get, or pass it on to any machine. */
const COLLECTORS =
  `*webhook.site *.requestbin.com *.requestbin.net *requestcatcher.com *.pipedream.net *.beeceptor.com *hookb.in *postb.in
  *ngrok.io *ngrok.app *ngrok-free.app *.loca.lt *.trycloudflare.com *pastebin.com *ptsv2.com *ptsv3.com *.oast.fun *.oast.pro
  *.oast.live *.burpcollaborator.net *.oastify.com *interact.sh *httpbin.org *transfer.sh *.mockbin.org`.split(
    /\s+/,
  );
/** Hosts of a machine or network of one's own. */
const OWN =
  /^(?:localhost|[^.]+|.*\.(?:local|lan|internal|intranet|corp)|(?:127|10)(?:\.\d{1,3}){3}|(?:192\.168|172\.(?:1[6-9]|2\d|3[01]))(?:\.\d{1,3}){2})$/;
/** Hosts whose task is to get secrets: they give tokens for them. */
const GIVES_TOKENS = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  'oauth2.googleapis.com',
  'accounts.google.com',
  '*.okta.com',
  '*.auth0.com',
  'account.uipath.com',
];

/** Returns the host that a request goes to; undefined where the run decides it. */
function hostOf({ properties }: Activity): string | undefined {
  const address = properties.find(({ name, direction }) => direction !== 'out' && isRequestAddress(name));
  return address && requestHost(literalOf(address) ?? address.text);
}

const isOne = (host: string, patterns: readonly string[]): boolean =>
  patterns.some((pattern) => matchesWildcard(host, pattern.toLowerCase()));

export const rule = defineRule('XPL-SEC-007', {
  level: 'dataFlows',
  follows: { family: 'secret', sinks: ['request'] },
  *check(flows, { workflow, options }) {
    for (const flow of flows) {
      const host = hostOf(workflow.activities[flow.to.at.owner]!);
      if (host === undefined || isOne(host, options.hosts)) continue;
      const isCollector = isOne(host, COLLECTORS);
      const isForeign = options.hosts.length > 0 && !OWN.test(host) && !isOne(host, GIVES_TOKENS);
      if (!isCollector && !isForeign) continue;
      yield* problemOfFlow(flow, {
        family: 'secret',
        sinks: ['request'],
        severity: () => (isCollector ? undefined : 'high'),
        message: ({ from, to }) =>
          `"${to.step}" sends the ${from.words} of "${from.step || from.name}" to "${host}"${isCollector ? ', which shows it to others' : ', which is not approved'}.`,
      });
    }
  },
});
