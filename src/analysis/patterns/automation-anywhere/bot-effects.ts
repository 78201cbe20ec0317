/** Effects of a bot outside itself: they show what is lost when it hangs. */
import { derived } from '../../model/interning/derived.ts';
import { isLive } from '../../model/navigate.ts';
import type { Activity, Role, Workflow } from '../../model/workflow.ts';

/** Roles of commands with an effect outside the bot, under any name. */
const EFFECTS: ReadonlySet<Role> = new Set(
  'http script shell invoke queue approval ai respond'.split(' ') as Role[],
);
/** Roles of packages that read as well as write. */
const MIXED: ReadonlySet<Role> = new Set('email database file spreadsheet'.split(' ') as Role[]);
/** Commands of such packages that only look: the name begins with one of these words. */
const LOOKS =
  /\/(?:email)?(?:open|close|connect|disconnect|read|get|goto|switch|find|select|activate|retrieve|assign|import|extract|sqlquery|export|begin|commit|store|size|exists)/i;
/** Commands that press keys or change a field of another program. */
const TYPES_IN = /^(?:recorder|aisense|keystrokes|mouse|sap|legacyautomation)\/|^terminal ?emulator\/send/i;
/** Packages that compute inside the bot. All other packages without a role may do anything. */
const INSIDE =
  /^(?:string|number|boolean|datetime|dictionary|list|datatable|record|xml|json|analyze|triggerloop|forms|system|loop|if|errorhandler|interactive forms)\//i;

/** Returns whether a command changes something outside the bot. */
function hasEffect({ role, type }: Activity): boolean {
  if (EFFECTS.has(role)) return true;
  if (MIXED.has(role)) return !LOOKS.test(type);
  if (role === 'ui') return TYPES_IN.test(type);
  return role === 'other' && !INSIDE.test(type);
}

/** Returns whether a bot changes nothing outside itself: it reads, computes and shows. */
export const changesNothing = derived(
  (workflow: Workflow): boolean =>
    !workflow.activities.some((activity) => isLive(activity) && hasEffect(activity)),
);

/** Words of a bot's name, or of its folder, for something that no schedule runs. */
const TRIAL_WORDS = new Set(
  'test tests testing testbot demo demos sample samples hello training tutorial trial untitled'.split(' '),
);
const TRIAL_MARKS = /テスト|検証|サンプル/;

/** Returns whether the name of a bot or of its folder stands for a test or a sample. */
export const isTrial = derived(({ name, artifactKey }: Workflow): boolean => {
  const folder = artifactKey.split('/').at(-2) ?? '';
  const words = `${name} ${folder}`.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return TRIAL_MARKS.test(words) || words.split(/[^\p{L}]+/u).some((word) => TRIAL_WORDS.has(word));
});
