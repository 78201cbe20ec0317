/** A random-looking text stands where a name says "secret". */

import { derived } from '../../model/interning/derived.ts';
import { defineRule } from '../../model/rule.ts';
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

// Joined at run time, so that no scanner takes this file for a leak.
const RANDOM = ['q7Zr2LmV8s', 'Tb5NcW1yHp', '4GfA6uEoRi'].join('');
const HEX = ['9f2c47b1d80e', '63a5f7128c4d', 'be905a36c1e7'].join('');
const GUID = ['3f2504e0', '4f89', '41d3', '9a0c', '0305e82c3301'].join('-');
/** Lines of a file in base64, with so much text that no secret is as long. */
const FILE = Array.from({ length: 12 }, (_, line) => `${RANDOM}${line}${RANDOM}`);
const WORDS = 'GetCredentialFromOrchestratorAsset2024Version2';

export const rule = defineRule({
  id: 'XPL-SEC-002',
  version: 1,
  title: 'High-entropy string next to a secret word',
  platforms: ['uipath', 'power-automate', 'automation-anywhere', 'blue-prism'],
  category: 'security',
  severity: 'medium',
  confidence: 'low',
  kind: 'hotspot',
  preset: 'recommended',
  why: 'Random letters behind a word such as "token" or "password" are often a real secret, which everybody who has the file can use.',
  fix: 'Look whether it is a secret. If so, revoke it at its issuer and read a new one from the credential store of the platform at run time; if not, accept the finding with a reason.',
  compliance: ['SECRET'],
  dedupeGroup: 'literal-secret',
  options: {
    minLength: {
      default: 20,
      unit: 'characters',
      about: 'Shortest text that can be a random secret.',
      stricter: 'lower',
    },
    base64: {
      default: 4.3,
      unit: 'bits a character',
      about: 'Entropy from which on a text in Base64 looks random.',
      stricter: 'lower',
    },
    hex: {
      default: 3,
      unit: 'bits a character',
      about: 'Entropy from which on a text in hexadecimal looks random.',
      stricter: 'lower',
    },
    window: {
      default: 40,
      unit: 'characters',
      about: 'Distance before a random text in which a secret word counts.',
      stricter: 'higher',
    },
  },
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
  examples: {
    uipath: {
      bad: [
        `<ui:LogMessage DisplayName="Log" Message="[&quot;api key: ${RANDOM}&quot;]" />`,
        `<Variable x:TypeArguments="x:String" Name="header" Default="x-access-token ${HEX}" />`,
      ],
      good: [
        `<ui:LogMessage DisplayName="Log" Message="[&quot;order ${RANDOM}&quot;]" />`,
        `<Variable x:TypeArguments="x:String" Name="header" Default="token sha256 ${HEX}" />`,
        // Near miss: a long name is no random text.
        `<ui:LogMessage DisplayName="Log" Message="[&quot;token: ${WORDS}&quot;]" />`,
        // Near miss: a file in base64, in lines.
        `<Variable x:TypeArguments="x:String" Name="logo" Default="token ${FILE.join('&#xA;')}" />`,
      ],
    },
    'power-automate': {
      bad: [
        `"Call": {"type": "Http", "inputs": {"method": "POST", "uri": "https://api.example.org", "body": {"clientSecret": "${RANDOM}"}}, "runAfter": {}}`,
        `"Note": {"type": "Compose", "inputs": "user=bot;password=${RANDOM}", "runAfter": {}}`,
      ],
      good: [
        `"Call": {"type": "Http", "inputs": {"method": "POST", "uri": "https://api.example.org", "body": {"order": "${RANDOM}"}}, "runAfter": {}}`,
        `"Note": {"type": "Compose", "inputs": "token: ${WORDS}", "runAfter": {}}`,
        // Near miss: an id is not secret.
        `"Note": {"type": "Compose", "inputs": "client secret ${GUID}", "runAfter": {}}`,
        `"Logo": {"type": "Compose", "inputs": "token ${FILE.join('\\n')}", "runAfter": {}}`,
      ],
    },
    'automation-anywhere': {
      bad: [
        `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "sourceString", "value": {"type": "STRING", "string": "Authorization: Bearer ${RANDOM}"}}]}`,
        `"variables": [{"name": "sQuery", "type": "STRING", "defaultValue": {"type": "STRING", "string": "user=bot&apikey=${HEX}"}}]`,
      ],
      good: [
        `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "sourceString", "value": {"type": "STRING", "string": "Order: ${RANDOM}"}}]}`,
        `"variables": [{"name": "sQuery", "type": "STRING", "defaultValue": {"type": "STRING", "string": "apikey=${GUID}"}}]`,
        // Near miss: the word stands too far before it.
        `{"commandName": "assign", "packageName": "String", "attributes": [{"name": "sourceString", "value": {"type": "STRING", "string": "The password is not here, what follows is the number of the order of today: ${RANDOM}"}}]}`,
        `"variables": [{"name": "sLogo", "type": "STRING", "defaultValue": {"type": "STRING", "string": "token ${FILE.join('\\r\\n')}"}}]`,
      ],
    },
    'blue-prism': {
      bad: [
        `<stage stageid="d1" name="Header" type="Data"><datatype>text</datatype><initialvalue>Bearer ${RANDOM}</initialvalue></stage>`,
        `<stage stageid="c1" name="Set query" type="Calculation"><calculation expression="&quot;api_key=${HEX}&quot;" stage="Query" /><onsuccess>end</onsuccess></stage>`,
      ],
      good: [
        `<stage stageid="d1" name="Order" type="Data"><datatype>text</datatype><initialvalue>${RANDOM}</initialvalue></stage>`,
        `<stage stageid="d1" name="Header" type="Data"><datatype>text</datatype><initialvalue>token ${GUID}</initialvalue></stage>`,
        // Near miss: a long name is no random text.
        `<stage stageid="d1" name="Note" type="Data"><datatype>text</datatype><initialvalue>token ${WORDS}</initialvalue></stage>`,
        `<stage stageid="d1" name="Logo" type="Data"><datatype>text</datatype><initialvalue>token ${FILE.join('\n')}</initialvalue></stage>`,
      ],
    },
  },
});
