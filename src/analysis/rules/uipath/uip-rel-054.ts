/** First screen step of an application card that was recorded in another application or on another site. */
import { ancestorsOf, descendantsOf, isLive, literalOf, propertyOf } from '../../model/navigate.ts';
import type { Activity } from '../../model/workflow.ts';
import { selectorTags } from '../../patterns/uipath/selector.ts';
import { defineRule } from '../define-rule.ts';

const CARD = 'NApplicationCard';
const BROWSERS = /^(?:chrome|msedge|firefox|iexplore|brave|safari|opera)\b/i;
/** Programs that show the windows of others. */
const SHOWS_OTHERS =
  /^(?:applicationframehost|explorer|openwith|rundll32|javaw?|javaws|jp2launcher|mshta|mmc|wfica32|mstsc|msrdc|saplogon|saplgpad|sapgui|nwbc)(?:\.exe)?$/i;
/** Steps without a target that show nothing and start nothing. */
const QUIET: ReadonlySet<string> = new Set(['log', 'assign', 'sequence', 'delay']);
/** Hosts that a site sends people to before it shows itself. */
const SIGN_IN = /log[io]n|sign|auth|sso|idp|account|adfs|okta|saml|identity|passport/i;
/** Parts of hosts that say nothing of the owner. */
const COMMON = new Set(['www', 'com', 'co', 'org', 'net', 'gov', 'app', 'portal', 'web']);

const HOST = /^(?:https?:\/\/)?([\w-]{1,63}(?:\.[\w-]{1,63}){1,8})(?::\d{1,5})?(?:[/?#]|$)/i;

const hostIn = (text: string | undefined): string | undefined =>
  HOST.exec(text?.trim() ?? '')?.[1]?.toLowerCase();

/** Returns the parts of a host that name its owner; the last is the top of the name. */
const ownersOf = (host: string): readonly string[] =>
  host
    .split('.')
    .slice(0, -1)
    .filter((part) => !COMMON.has(part));

function isOtherSite(card: string | undefined, own: string | undefined): boolean {
  if (card === undefined || own === undefined || card === own) return false;
  if (SIGN_IN.test(card) || SIGN_IN.test(own) || /^[\d.]+$/.test(card + own)) return false;
  const owners = new Set(ownersOf(card));
  const ownParts = ownersOf(own);
  return ownParts.length > 0 && owners.size > 0 && !ownParts.some((part) => owners.has(part));
}

/** Returns the program of a window or page that a selector names. */
const appIn = (selector: string | undefined): string | undefined =>
  selectorTags(selector ?? '')[0]
    ?.attributes.get('app')
    ?.toLowerCase();

function isOtherApp(card: string | undefined, own: string | undefined): boolean {
  if (card === undefined || own === undefined || card === own || /[*?{]/.test(card + own)) return false;
  if (SHOWS_OTHERS.test(card) || SHOWS_OTHERS.test(own)) return false;
  return !(BROWSERS.test(card) && BROWSERS.test(own));
}

const textOf = (activity: Activity, name: string): string | undefined =>
  literalOf(propertyOf(activity, name));

export const rule = defineRule('UIP-REL-054', {
  level: 'activity',
  types: [CARD],
  *check(card, { workflow }) {
    for (const step of descendantsOf(workflow, card)) {
      if (!isLive(step) || step.role === 'sequence') continue;
      const site = propertyOf(step, 'Target.BrowserURL');
      const scope = propertyOf(step, 'Target.ScopeSelectorArgument');
      const target = site ?? scope;
      // Steps without a target may lead anywhere.
      if (target === undefined) {
        if (!QUIET.has(step.role)) return;
        continue;
      }
      const around = [...ancestorsOf(workflow, step)];
      if (around.find(({ type }) => type === CARD) !== card) return;
      const url = textOf(card, 'TargetApp.Url');
      const isOther =
        isOtherSite(hostIn(url), hostIn(literalOf(site))) ||
        isOtherApp(appIn(textOf(card, 'TargetApp.Selector')), appIn(literalOf(scope)));
      if (isOther) {
        const of = hostIn(literalOf(site)) ?? appIn(literalOf(scope));
        const opened = hostIn(url) ?? appIn(textOf(card, 'TargetApp.Selector'));
        const message = `"${step.name}" works on ${of}, and "${card.name}" around it opens ${opened}.`;
        yield { at: step, subject: target.name, message };
      }
      return;
    }
  },
});
