/** A command connects to an address whose protocol is not encrypted. */

import { matchesWildcard } from '../../../text/wildcard.ts';
import { isLive } from '../../model/navigate.ts';
import type { Problem } from '../../model/rule.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { addressDefaults, CONNECTING_ROLES, isAddressSetting } from '../../patterns/texts/address-setting.ts';
import { type ClearTextAddress, clearTextAddress } from '../../patterns/texts/clear-text-address.ts';
import { textsIn } from '../../semantics/texts.ts';
import { defineRule } from '../define-rule.ts';

/** Returns the first unencrypted address in a setting: its text, or a text at the start of an expression's address. */
function addressIn({ expression, text }: Property): ClearTextAddress | undefined {
  if (expression === undefined) return clearTextAddress(text, true);
  if (!expression.text.includes('://')) return undefined;
  for (const part of textsIn(expression.tree)) {
    const found = clearTextAddress(part, expression.literal !== undefined);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Address that Studio saw while the author selected the element: another activity opens the page. */
const SEEN_PAGE = /(?:^|\.)BrowserURL$/;

const isConnecting = ({ role, type }: Activity): boolean =>
  CONNECTING_ROLES.includes(role) || type === 'webapiservice';

/** Returns the use of the address in a setting. */
const usesAddress = (setting: string, host: string): string =>
  SEEN_PAGE.test(setting) ? `works on a page of "${host}" that is opened` : `connects to "${host}"`;

interface Found extends Problem {
  readonly address: ClearTextAddress;
}

/** Yields the addresses that activities connect to. */
function* usedAddresses(workflow: Workflow): Generator<Found> {
  const defaults = addressDefaults(workflow);
  for (const activity of workflow.activities) {
    if (!isLive(activity) || !isConnecting(activity)) continue;
    for (const property of activity.properties) {
      const initial = defaults.get(property);
      const isOwn = property.text.includes('://') && isAddressSetting(property);
      if (property.direction === 'out' || (initial === undefined && !isOwn)) continue;
      const address = initial === undefined ? addressIn(property) : clearTextAddress(initial.text, true);
      if (address === undefined) continue;
      const source =
        initial === undefined ? '' : `: its address is the initial value of "${initial.variable.name}"`;
      const message = `"${activity.name}" ${usesAddress(property.name, address.host)} over ${address.protocol}, which is not encrypted${source}.`;
      yield { at: property, address, message, subject: property.name };
    }
  }
}

/** Yields the addresses that a release brings with it: its processes read environment variables by name. */
function* releasedAddresses({ kind, variables }: Workflow): Generator<Found> {
  if (kind !== 'blue-prism-release') return;
  for (const { name, default: value } of variables) {
    const address = value && clearTextAddress(value.text, true);
    if (address === undefined) continue;
    const message = `The environment variable "${name}" points to "${address.host}" over ${address.protocol}, which is not encrypted.`;
    yield { at: value!, address, message, subject: name };
  }
}

export const rule = defineRule('XPL-SEC-004', {
  level: 'workflow',
  // The address can be the initial value of a variable.
  words: ['://'],
  *check(workflow, { options }) {
    for (const { address, ...problem } of [...usedAddresses(workflow), ...releasedAddresses(workflow)]) {
      if (address.isPrivate && !options.privateHosts) continue;
      if (options.allowHosts.some((pattern) => matchesWildcard(address.host, pattern))) continue;
      yield { ...problem, group: `${address.protocol}://${address.host.toLowerCase()}` };
    }
  },
});
