/** Keys and texts that a bot types: `bot01[TAB]…[ENTER]`. */

/** Keys that are held while others are pressed: `[CTRL DOWN]v[CTRL UP]` types no letter. */
const SHORTCUT = /\[(ctrl|alt|win|windows) down\][^[\]]{0,3}(?:\[[a-z0-9 _-]{1,30}\]){0,3}\[\1 up\]/gi;
/** One key without a letter: `[TAB]`, `[SHIFT DOWN]`. */
const KEY = /\[[a-z0-9 _-]{1,30}\]/gi;
const TAB = /\[tab\]/i;
const ENTER_AT_END = /\[(?:enter|return)\]\s*$/i;

/** Returns what is typed without keys. */
export function textWithoutKeys(keys: string): string {
  return keys.replace(SHORTCUT, '').replace(KEY, '');
}

/** Returns the second of two texts that fill a form of two fields and send it; '' for anything else. */
export function secondField(keys: string): string {
  if (!ENTER_AT_END.test(keys)) return '';
  const fields = keys.split(TAB).map((part) => textWithoutKeys(part).trim());
  const texts = fields.filter((field) => field !== '');
  const [first = '', second = ''] = texts;
  return texts.length === 2 && !/\s/.test(first) ? second : '';
}
