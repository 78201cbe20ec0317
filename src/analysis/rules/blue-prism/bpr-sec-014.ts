/** Finds libraries by path, and calls of native libraries. */
import { codeWith } from '../../patterns/blue-prism/stage-code.ts';
import { lastPathPart } from '../../patterns/texts/file-name.ts';
import { defineRule } from '../define-rule.ts';

/** A path; the product finds libraries with a bare name in its own folder. */
const IS_PATH = /[\\/]/;
/** Assemblies of .NET itself stand under these folders. */
const OF_FRAMEWORK = /[\\/](?:microsoft\.net|reference assemblies|assembly)[\\/]/i;
const IN_FRAMEWORK = /^(?:system|mscorlib|microsoft\.(?:csharp|visualbasic))\b/i;
const NATIVE = /\bDllImport\s*\(|\bDeclare\s+(?:(?:Ansi|Auto|Unicode|PtrSafe)\s+)?(?:Function|Sub)\b/i;

export const rule = defineRule('BPR-SEC-014', {
  level: 'workflow',
  words: ['dllimport', 'declare ', '.dll'],
  *check(workflow) {
    for (const page of workflow.activities)
      for (const reference of page.role === 'page' ? page.properties : []) {
        const { name, text } = reference;
        if (name !== 'references' || !IS_PATH.test(text) || OF_FRAMEWORK.test(text)) continue;
        const library = lastPathPart(text);
        if (IN_FRAMEWORK.test(library)) continue;
        yield {
          at: reference,
          subject: library,
          message: `The code uses the library "${library}" by its path.`,
        };
      }
    for (const part of codeWith(workflow, NATIVE))
      yield { at: part.at, severity: 'low', message: `${part.title} calls a native library.` };
  },
});
