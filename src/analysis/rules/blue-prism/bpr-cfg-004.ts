/** Finds data items whose type is not that of the environment variable in the same release. */
import { defineRule } from '../define-rule.ts';

const ENVIRONMENT = 'exposure:environment';

/** Environment variable of a release, or data item that names one. */
interface Declared {
  readonly isDeclared: boolean;
  readonly key: string;
  readonly type: string;
}

export const rule = defineRule('BPR-CFG-004', {
  level: 'project',
  isEnoughAlone: true,
  *gather({ kind, variables }) {
    for (const { name, key, type, modifiers = [], at, owner } of variables) {
      const isDeclared = kind === 'blue-prism-release' && modifiers.includes('environment-variable');
      if (isDeclared || modifiers.some((word) => word.toLowerCase() === ENVIRONMENT))
        yield { at: { at, owner, name }, data: { isDeclared, key, type } };
    }
  },
  *check(project) {
    const declared = new Map<string, string>();
    const clues = project.clues.map((clue) => {
      const { isDeclared, key, type } = clue.data as Declared;
      if (isDeclared) declared.set(key, type);
      return { clue, isDeclared, key, type };
    });
    for (const { clue, isDeclared, key, type } of clues) {
      const other = declared.get(key);
      if (isDeclared || other === undefined || other === type) continue;
      yield {
        in: clue.in,
        at: clue.at,
        message: `The data item "${clue.at.name}" has the type ${type}, and the environment variable has ${other}.`,
      };
    }
  },
});
