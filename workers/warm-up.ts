/** One small file of each platform, made of the rules' own examples, to warm a thread up with. */
import { PLATFORM_READERS } from '../src/platforms/index.ts';
import { RULES } from '../src/rules/index.ts';

/** Every example of every rule as a whole file: between them they touch all code that a real file does. */
export const WARM_UP_FILES: readonly { readonly filename: string; readonly text: string }[] =
  PLATFORM_READERS.flatMap((reader) =>
    RULES.flatMap((rule) => {
      const examples = rule.examples[reader.platform];
      return [...(examples?.bad ?? []), ...(examples?.good ?? [])].map((example) => ({
        filename: `${rule.id}.example`,
        text: reader.snippet(typeof example === 'string' ? example : example.text),
      }));
    }),
  );
