/** What a score needs of findings, as few words as it can be added up from: family → how many count, by severity. */
import type { Severity } from './rule.ts';

/** A family is a rule, or the rules of one dedupe group. */
export type Tally = Readonly<Record<string, Readonly<Record<Severity, number>>>>;
