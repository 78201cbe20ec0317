/** Texts of receivers in messages. */
import { showControlCharacters } from '../../../text/control-characters.ts';

const SHOWN_CHARACTERS_MAX = 300;

/** Returns the beginning of a text in one line. */
export function shortened(text: string): string {
  return showControlCharacters(text.trim().slice(0, SHOWN_CHARACTERS_MAX));
}
