/** A prompt for a secret shows what is typed. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { writtenBy } from '../../patterns/automation-anywhere/read-conditions.ts';
import { secretness } from '../../semantics/secretness/secretness.ts';
import { defineRule } from '../define-rule.ts';

const TEXTS = ['promptMessage', 'windowCaption', 'message', 'title'];

/** Returns whether words name a secret. */
const namesSecret = (text: string): boolean =>
  text.split(/[^\p{L}\p{N}_]+/u).some((word) => secretness(word) === 'certain');

export const rule = defineRule('AAB-SEC-018', {
  level: 'activity',
  types: ['Prompt/ForValue', 'Prompt/promptForValue'],
  *check(prompt) {
    if (literalOf(propertyOf(prompt, 'encryptKeystroke')) === 'true') return;
    const texts = TEXTS.map((name) => literalOf(propertyOf(prompt, name)) ?? '');
    if (![...texts, ...writtenBy(prompt)].some(namesSecret)) return;
    yield {
      at: prompt,
      subject: 'encryptKeystroke',
      message: `"${prompt.name}" on line ${prompt.editorLine} prompts for a secret and shows it while it is typed.`,
    };
  },
});
