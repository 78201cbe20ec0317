/** Parts that rules about literal credentials share: how they judge what stands in the file. */
import type { Problem, RuleDefinition, Words } from '../../model/rule.ts';
import type { Options } from '../../model/rule-option.ts';
import type { Assignment } from '../../model/subjects/assignment.ts';
import type { Activity, Value, Variable, Workflow } from '../../model/workflow.ts';
import { startedBy } from '../../semantics/assignments/assignments.ts';
import { isLabPassword } from '../../semantics/secretness/public-constants.ts';
import {
  reaches,
  type SecretContext,
  type Secretness,
  secretness,
} from '../../semantics/secretness/secretness.ts';
import { suspectPart } from './assigned-secret.ts';
import { mask, maskedKey } from './mask.ts';
import type { Suspect } from './suspect.ts';

/** An assignment, with the activity that holds it, or the variable or argument that starts with it. */
export interface SecretPlace {
  readonly workflow: Workflow;
  readonly assignment: Assignment;
  readonly activity: Activity | undefined;
  readonly symbol: Variable | undefined;
}

/** A credential, masked. */
interface Secret extends Pick<Suspect, 'part'> {
  readonly masked: string;
}

interface LiteralCredentialRule<O extends Options> extends Pick<SecretContext, 'counts'> {
  readonly words: Words<O>;
  /** Least certainty of a value that is judged by its name. */
  readonly least: Secretness;
  /** Yields what an assignment holds as a whole, and what the calls and scripts in it do. */
  whole(place: SecretPlace, options: O): Iterable<Suspect>;
  /** Returns whether the parts of a setting count, such as members of its JSON; absent: none does. */
  hasParts?(place: SecretPlace): boolean;
  /** Returns false for a setting without such parts, whose tree is then not parsed; absent: each may have some. */
  partsIn?(value: Value): boolean;
  /** Returns the problem of a credential. */
  problem(secret: Secret, place: SecretPlace): Partial<Problem> & Pick<Problem, 'message'>;
}

/** Returns the level, words and check of a rule about credentials that stand in the file. */
export function literalCredentialRule<O extends Options>({
  words,
  least,
  counts,
  whole,
  hasParts,
  partsIn,
  problem,
}: LiteralCredentialRule<O>): Pick<RuleDefinition<'assignment', O>, 'level' | 'words' | 'partsIn' | 'check'> {
  function isSecret({ judgedBy }: Suspect, text: string, { minLength }: Options): boolean {
    const context = { minLength: minLength as number | undefined, counts };
    return judgedBy === undefined
      ? secretness(null, text, context) === 'certain'
      : reaches(secretness(judgedBy, text, context), least);
  }
  function suspectsIn(place: SecretPlace, options: O): Iterable<Suspect> {
    if (!place.assignment.isPart) return whole(place, options);
    const part = hasParts?.(place) ? suspectPart(place.assignment) : undefined;
    return part === undefined ? [] : [part];
  }
  return {
    level: 'assignment',
    words,
    partsIn: hasParts === undefined ? () => false : (partsIn ?? (() => true)),
    *check(assignment, { workflow, options }) {
      const { at } = assignment;
      const symbol = startedBy(workflow, at);
      const activity = symbol === undefined ? workflow.activities[at.owner] : undefined;
      const place = { workflow, assignment, activity, symbol };
      for (const suspect of suspectsIn(place, options)) {
        const secret = suspect.texts.find((text) => isSecret(suspect, text, options));
        if (secret === undefined) continue;
        const text = secret.trim();
        const found = problem({ masked: mask(text), part: suspect.part }, place);
        const severity = isLabPassword(text) ? { severity: 'low' as const } : {};
        yield { at, group: maskedKey(text), ...severity, ...found };
      }
    },
  };
}
