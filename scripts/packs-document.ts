/** Page about the packs that come with the product: each decision with its reason, from the comments of the packs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { RuleFacts } from '../src/analysis/model/rule.ts';
import { RULES } from '../src/analysis/rules/index.ts';
import { DLP_OPTIONS } from '../src/policy/resolve/resolve-environment.ts';
import { pagePath } from '../src/rule-pages/page-file.ts';
import { markdownTable } from '../src/text/markdown-table.ts';

const PACKS = join(import.meta.dirname, '../samples/policies');

/** Rules outside of the rulesets that packs extend, which no pack switches on; by reason. `*` stands for any characters. */
const LEFT_OUT: readonly (readonly [reason: string, rules: readonly string[]])[] = [
  [
    'Style is for each team to agree on; the ruleset `strict` has these rules.',
    ['*-MNT-*', '*-NMG-*', '*-PRF-*'],
  ],
  [
    'They report robust files too, so switch them on when you clean up.',
    [
      'XPL-CFG-001',
      'XPL-REL-004',
      'UIP-REL-007',
      'UIP-REL-008',
      'UIP-REL-022',
      'UIP-REL-025',
      'UIP-REL-026',
      'UIP-REL-043',
      'UIP-REL-050',
      'UIP-REL-051',
      'UIP-REL-052',
      'PAD-REL-005',
      'PAF-REL-011',
      'PAF-REL-016',
      'PAF-REL-028',
      'AAB-REL-006',
      'AAB-REL-014',
      'AAB-REL-017',
      'BPR-REL-007',
      'BPR-REL-018',
      'BPR-REL-019',
      'BPR-REL-020',
    ],
  ],
  [
    'They need a list that only you have: approved or forbidden packages, hosts, lockers, calls, names of test systems.',
    [
      'UIP-SEC-021',
      'UIP-SUP-003',
      'UIP-SUP-008',
      'UIP-CFG-004',
      'AAB-SEC-017',
      'AAB-SUP-001',
      'AAB-SUP-004',
      'PAF-CMP-003',
      'XPL-CMP-001',
      'XPL-CMP-003',
      'XPL-CMP-005',
    ],
  ],
  [
    'They depend on how you release: with solutions or without, with one team or many.',
    ['PAF-CFG-003', 'PAF-CFG-004', 'UIP-CFG-005', 'UIP-CFG-007', 'UIP-SUP-007', 'UIP-SUP-010', 'AAB-CFG-003'],
  ],
  [
    'Their findings need the judgement of a reviewer, so a gate is not the place for them.',
    ['XPL-PRV-007', 'XPL-SEC-016', 'PAF-SEC-011', 'PAF-SEC-026', 'PAF-SEC-114', 'AAB-SEC-015'],
  ],
  [
    'They ask for descriptions, tests and log lines that small automations do without.',
    ['UIP-CMP-001', 'UIP-CMP-003', 'UIP-OBS-001', 'PAF-OBS-002'],
  ],
];

/** A rule that a pack decides about. */
interface Decision {
  readonly rule: string;
  /** The comment above it. */
  readonly reason: string;
  /** As in the effective pack, such as `high`; empty: as in the catalogue. */
  readonly setting: string;
}

/** A pack that comes with the product. */
interface Pack {
  readonly name: string;
  /** What it is for. */
  readonly about: string;
  readonly extended: string;
  readonly decisions: readonly Decision[];
}

/** Reads the packs that come with the product, in the order of their names. */
export function readPacks(): readonly Pack[] {
  return readdirSync(PACKS).map((name) => {
    const text = readFileSync(join(PACKS, name, 'pack.yaml'), 'utf8');
    const { extends: parents } = parse(text) as { extends: readonly string[] };
    return {
      name,
      about: text.split('\n')[1]!.replace(/^# /, ''),
      extended: parents.join(', '),
      decisions: decisionsOf(text),
    };
  });
}

function decisionsOf(text: string): readonly Decision[] {
  const { rules = {}, dlp = {} } = parse(text) as { rules?: Record<string, unknown>; dlp?: object };
  const decisions: Decision[] = [];
  let reason = '';
  for (const line of text.split('\n')) {
    if (line.startsWith('  # ')) reason = line.slice(4);
    const rule = /^ {2}([A-Z]{3}-[A-Z]{3}-\d{3}):/.exec(line)?.[1];
    if (rule !== undefined) decisions.push({ rule, reason, setting: settingOf(rules[rule]) });
  }
  for (const rule of dlpRules(dlp))
    decisions.push({ rule, reason: 'The data policy of the pack says which.', setting: '`dlp`' });
  return decisions;
}

/** Returns the rules that get an option from the data policy of a pack, each once. */
export function dlpRules(dlp: object): readonly string[] {
  return [...new Set(Object.entries(DLP_OPTIONS).flatMap(([key, [rules]]) => (key in dlp ? rules : [])))];
}

function settingOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const { severity, params, locked } = value as { severity?: string; params?: object; locked?: boolean };
  return [
    severity,
    locked ? 'locked' : undefined,
    ...Object.keys(params ?? {}).map((name) => `\`${name}\` set`),
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** Lists rules that neither a ruleset that packs extend, nor a pack, nor a reason to leave them out decides about. */
export function undecidedRules(rules: readonly Pick<RuleFacts, 'id' | 'preset'>[]): readonly string[] {
  const decided = new Set(readPacks().flatMap(({ decisions }) => decisions.map(({ rule }) => rule)));
  const left = LEFT_OUT.flatMap(([, patterns]) => patterns.map(patternOf));
  return rules
    .filter(({ preset }) => preset !== 'recommended')
    .map(({ id }) => id)
    .filter((id) => !decided.has(id) && !left.some((pattern) => pattern.test(id)));
}

const patternOf = (text: string): RegExp => new RegExp(`^${text.replaceAll('*', '[A-Z0-9]+')}$`);

/** Returns the text of `docs/packs.md`. @throws Error that names rules without a decision */
export function packsDocument(): string {
  const undecided = undecidedRules(RULES);
  if (undecided.length > 0)
    throw new Error(
      `No pack decides about ${undecided.join(', ')}: add them to a pack in samples/policies, or to LEFT_OUT in scripts/packs-document.ts`,
    );
  return `# Packs to begin with

<!-- Generated by \`npm run generate\` from samples/policies; do not edit. -->

A pack from this page is a start, not a standard: write it into a folder of yours, change what does not fit, and let its cases say what your
change does.

\`\`\`
flowarden policy init corp-policy --from bank
flowarden policy test corp-policy --coverage
flowarden validate . --policy corp-policy --environment production
\`\`\`

\`finance\` extends \`baseline\`, as packs of departments do: copy both folders from \`samples/policies\`. [Policy packs](policy-packs.md) says how a pack is written, built, signed and assigned. [Frameworks](frameworks.md) says which controls the rules
answer. Each pack has the rules of the pack or ruleset that it extends; its table lists only what it decides otherwise.

${readPacks().map(section).join('\n\n')}

## What no pack switches on

These rules are in none of the rulesets that the packs extend.

${markdownTable(
  ['Rules', 'Why'],
  LEFT_OUT.map(([reason, rules]) => [rules.map((rule) => `\`${rule}\``).join(', '), reason]),
)}
`;
}

function section({ name, about, extended, decisions }: Pack): string {
  const rows = decisions.map(({ rule, reason, setting }) => [linkTo(rule), titleOf(rule), setting, reason]);
  return `## ${name}

${about} It extends \`${extended}\`.

${markdownTable(['Rule', 'Finding', 'In this pack', 'Why'], rows)}`;
}

const linkTo = (id: string): string => `[${id}](../src/${pagePath(id)})`;

const titleOf = (rule: string): string => RULES.find(({ id }) => id === rule)!.title;
