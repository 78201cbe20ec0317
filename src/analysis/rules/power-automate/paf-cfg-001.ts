/** Addresses of sites and environments that a flow of a solution holds itself, so that it works in one environment. */
import { literalOf } from '../../model/navigate.ts';
import { defineRule } from '../define-rule.ts';

/** Settings with the site of SharePoint or the environment of Dataverse. */
const PLACE =
  /^inputs\.parameters\.(?:dataset|organization|siteUrl|source|(?:parameters\/)?destinationDataset)$/i;
/** Site or environment of one organisation. */
const OWN_HOST =
  /^https:\/\/([a-z\d-]{1,63}(?:\.sharepoint\.com|\.(?:crm|api\.crm)\d{0,2}\.dynamics\.com))(?:[/?#]|$)/i;

export const rule = defineRule('PAF-CFG-001', {
  level: 'activity',
  fileKinds: ['power-automate-flow', 'power-automate-solution'],
  words: ['.sharepoint.com', '.dynamics.com'],
  *check(activity, { workflow }) {
    // Environment variables exist in solutions alone.
    if (workflow.kind !== 'power-automate-flow') return;
    for (const property of activity.properties) {
      if (!PLACE.test(property.name)) continue;
      const address = (literalOf(property) ?? '').trim().replace(/\/$/, '').toLowerCase();
      if (!OWN_HOST.test(address)) continue;
      yield {
        at: property,
        subject: property.name,
        group: address,
        message: `"${activity.name}" works with the fixed address ${address}.`,
      };
    }
  },
});
