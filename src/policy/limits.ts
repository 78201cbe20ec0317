/** Limits of policy packs. */
import { MIB } from '../units.ts';

/** Limits of packs and their files. */
export const POLICY_LIMITS = {
  /** Size of a YAML file. */
  packBytesMax: MIB,
  /** Size of a built pack. */
  builtBytesMax: 4 * MIB,
  /** Signatures of a built pack. */
  packSignaturesMax: 16,
  /** Packs that a pack extends, directly and through others. */
  packParentsMax: 64,
  /** Problems that are listed; the others are counted. */
  problemsMax: 100,
  /** Custom rules of a pack, with those of packs that it extends. */
  customRulesMax: 500,
  /** Those of them that follow data. */
  flowRulesMax: 50,
  /** Those of them with rows of their own: data is followed again for each. */
  flowRowRulesMax: 10,
  /** Sources, sinks, barriers or guards of a rule. */
  flowRowsMax: 20,
  /** Names in a row, and of a family in a pack with those of packs that it extends. */
  flowNamesMax: 200,
  /** Characters of such a name. */
  flowNameCharactersMax: 200,
  /** Different patterns of a pack. */
  packPatternsMax: 1_000,
  /** Instructions that all patterns of a pack compile to. */
  packInstructionsMax: 50_000,
  /** Highest revision: a 32-bit integer, as the service stores and sends it. */
  packRevisionMax: 2_147_483_647,
} as const;
