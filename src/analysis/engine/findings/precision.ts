/** Table of the rules that report the same mistakes, by precision. */
import type { Finding } from '../../model/finding.ts';

/**
 * Rules that say the same of one place, by weakness, the most precise one first: that which names the defect and its fix in
 * the designer's words. Rules that recognise any text stand behind those that know the field, hotspots behind defects. A rule
 * that is not listed is never listed as another one: so are all across files, and about the analysis itself.
 */
export const PRECISION: Readonly<Record<string, readonly string[]>> = {
  'literal-secret': [
    'XPL-SEC-003',
    ...['UIP-SEC-001', 'UIP-SEC-002', 'UIP-SEC-008'],
    ...['PAF-SEC-001', 'PAF-SEC-002', 'PAF-SEC-003', 'PAD-SEC-001'],
    ...['AAB-SEC-002', 'AAB-SEC-003', 'AAB-SEC-019', 'AAB-SEC-001', 'AAB-SEC-013'],
    // The type of an item that holds a secret is the weaker half of the secret in it.
    ...['BPR-SEC-005', 'BPR-SEC-002', 'BPR-SEC-001', 'BPR-SEC-013', 'BPR-SEC-003'],
    'XPL-SEC-001',
    // Looks for anything that may be a secret.
    'XPL-SEC-002',
  ],
  'plain-credential': [
    // Typing has one fix, the activity for secure text; where the text comes from is the weaker half of it.
    ...[
      'UIP-SEC-009',
      'UIP-SEC-010',
      'UIP-SEC-008',
      'UIP-SEC-003',
      'UIP-SEC-006',
      'UIP-SEC-005',
      'UIP-SEC-024',
    ],
    ...['AAB-SEC-013', 'AAB-SEC-014', 'AAB-SEC-005', 'AAB-SEC-004', 'AAB-SEC-018'],
    ...['BPR-SEC-013', 'BPR-SEC-004', 'BPR-SEC-016', 'BPR-SEC-003'],
    // These follow the data from anywhere.
    ...['XPL-SEC-008', 'XPL-SEC-011', 'XPL-SEC-009', 'XPL-SEC-010'],
  ],
  'secret-in-log': [
    'PAF-SEC-004',
    'PAF-SEC-006',
    'PAF-SEC-005',
    'PAD-SEC-002',
    'UIP-SEC-026',
    'BPR-SEC-012',
    'XPL-SEC-005',
  ],
  // Where the data comes from makes the harm certain.
  'sql-injection': [
    'XPL-SEC-012',
    ...['UIP-SEC-016', 'PAF-SEC-009', 'PAD-SEC-004', 'AAB-SEC-009', 'BPR-SEC-008'],
  ],
  'command-injection': [
    'XPL-SEC-013',
    ...['UIP-SEC-013', 'PAD-SEC-003', 'AAB-SEC-010', 'AAB-SEC-012', 'BPR-SEC-009'],
  ],
  'host-control': ['XPL-SEC-015', 'PAF-SEC-012'],
  'clear-text': ['UIP-SEC-012', 'AAB-SEC-007', 'XPL-SEC-004'],
  'fixed-path': ['AAB-SEC-016', 'AAB-CFG-001'],
  'column-selection': ['PAF-PRV-004', 'PAF-PRF-004'],
  'unreachable-action': ['PAF-REL-024', 'PAF-REL-013'],
};

/** Weaknesses of an activity as a whole: wherever in it a rule reports one, the mistake is the activity's. */
export const OF_ACTIVITIES: ReadonlySet<string> = new Set(['unreachable-action', 'secret-in-log']);

const RANKS: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  Object.entries(PRECISION).map(([group, ruleIds]) => [
    group,
    new Map(ruleIds.map((id, rank) => [id, rank])),
  ]),
);

/** Returns the rank of a rule among those that say the same, 0 being the most precise; undefined: no other rule does. */
export function precisionOf({
  dedupeGroup,
  ruleId,
}: Pick<Finding, 'dedupeGroup' | 'ruleId'>): number | undefined {
  return RANKS.get(dedupeGroup)?.get(ruleId);
}
