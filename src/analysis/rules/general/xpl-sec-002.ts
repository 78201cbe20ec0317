/** A random-looking text stands where a name says "secret". */

import { derived } from '../../model/interning/derived.ts';
import type { Text } from '../../model/text.ts';
import type { Activity, Property, Workflow } from '../../model/workflow.ts';
import { mask } from '../../patterns/secrets/mask.ts';
import {
  mayHoldRandomToken,
  RANDOM_TOKEN_MIN,
  randomTokensIn,
  secretNameBefore,
} from '../../patterns/secrets/random-token.ts';
import { knownSecretsIn } from '../../patterns/secrets/secret-formats.ts';
import { textTitle } from '../../patterns/texts/text-title.ts';
import { SECRET_NAME_PARTS } from '../../semantics/secretness/secret-words.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { lastPart } from '../../semantics/words.ts';
import { defineRule } from '../define-rule.ts';

/** Texts that find an element on a screen, and fingerprints of files. */
const SELECTOR = /^\s*(?:<(?:wnd|html|webctrl|ctrl|uia|java|sap)\b|\/\/)/i;
const FINGERPRINT = /hash|sha-?(?:1|256|512)|md5|checksum|thumbprint|fingerprint|digest|selector|image/i;

/** Suffix of values in lists of names and values. */
const HAS_NAME_BESIDE = /\.?value$/i;

const IS_NAME = /(?:^|\.)(?:name|key)$/;

/** Maps each lower-case prefix, as `headers.0`, to the first name or key under it. */
function namesByPrefix({ properties }: Activity): ReadonlyMap<string, Property> {
  const names = new Map<string, Property>();
  for (const property of properties) {
    const lower = property.name.toLowerCase();
    if (!IS_NAME.test(lower)) continue;
    const prefix = lower.slice(0, Math.max(0, lower.lastIndexOf('.')));
    if (!names.has(prefix)) names.set(prefix, property);
  }
  return names;
}

/** Creates the name maps by activity, which are filled on the first call. */
const siblingNames = derived((_: Workflow) => new Map<Activity, ReadonlyMap<string, Property>>());

/** Returns the name beside a value in lists of names and values: `headers.0.name` for `headers.0.value`. */
function siblingName(text: Text, workflow: Workflow): string | undefined {
  const cut = text.name.search(HAS_NAME_BESIDE);
  const activity = workflow.activities[text.owner];
  if (cut === -1 || activity === undefined) return undefined;
  let names = siblingNames(workflow).get(activity);
  if (names === undefined) {
    names = namesByPrefix(activity);
    siblingNames(workflow).set(activity, names);
  }
  return names.get(text.name.slice(0, cut).toLowerCase())?.text;
}

/** Returns the name of a text's holder, or the one beside it, when it is a secret's name. */
function holderName(text: Text, workflow: Workflow): string | undefined {
  const own = lastPart(text.name);
  if (secretness(own) !== 'no') return own;
  const sibling = siblingName(text, workflow);
  return sibling !== undefined && secretness(sibling) !== 'no' ? sibling : undefined;
}

/** Returns whether the text is a whole value under a secret's name, which the platforms' own rules report. */
function isReportedByName(text: Text): boolean {
  if (/\s/.test(text.text.trim())) return false;
  const own = lastPart(text.name);
  const level = secretness(own, undefined, { counts: 'both' });
  return text.kind === 'default' ? level !== 'no' : level === 'certain' && !/body/i.test(text.name);
}

/**
 * Returns whether a part of a text overlaps a secret of a known form, which XPL-SEC-001 reports. Parts must come in
 * order.
 */
function knownParts(text: string): (start: number, end: number) => boolean {
  const secrets = knownSecretsIn(text).sort((a, b) => a.start - b.start);
  let next = 0;
  let reached = 0;
  return (start, end) => {
    for (let at = secrets[next]; at !== undefined && at.start < end; at = secrets[next]) {
      reached = Math.max(reached, at.start + at.secret.length);
      next += 1;
    }
    return reached > start;
  };
}

export const rule = defineRule('XPL-SEC-002', {
  includeDisabled: true,
  level: 'text',
  // Only names of secrets, and the name of a value in lists.
  words: SECRET_NAME_PARTS,
  names: (name) => secretness(lastPart(name)) !== 'no' || HAS_NAME_BESIDE.test(name),
  lengthMin: RANDOM_TOKEN_MIN,
  check(text, { workflow, options }) {
    if (!mayHoldRandomToken(text)) return [];
    if (SELECTOR.test(text.text) || FINGERPRINT.test(lastPart(text.name))) return [];
    let known: ((start: number, end: number) => boolean) | undefined;
    let holder: string | null | undefined = null;
    for (const { token, start } of randomTokensIn(text.text, options)) {
      if (holder === null) holder = holderName(text, workflow);
      const name = secretNameBefore(text.text, start, options.window) ?? holder;
      if (name === undefined || isReportedByName(text)) continue;
      if (FINGERPRINT.test(text.text.slice(Math.max(0, start - options.window), start))) continue;
      known ??= knownParts(text.text);
      if (known(start, start + token.length)) continue;
      const where = textTitle(workflow, text);
      const message = `${where} has the random-looking text ${mask(token)} next to "${name}".`;
      // One review by a person covers the whole text.
      return [{ at: text, message, subject: `${text.name} ${name}` }];
    }
    return [];
  },
});
