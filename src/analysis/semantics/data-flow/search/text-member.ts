/** Members of JSON that a text is joined of. */

/** Stands for a member whose name the text does not say: it is none of those that are read by name. */
export const UNKNOWN_MEMBER = '?';

/** A name with its colon at the end of a text; its quotation marks may be doubled or escaped. */
const MEMBER = /([\w.-]{1,60})\\?["']{1,2}\s{0,4}:\s{0,4}(?:\\?["']{1,2})?$/;

/** Returns the member of JSON that a value is, by the text before it. */
export const memberBehind = (before: string): string =>
  MEMBER.exec(before.slice(-100))?.[1]?.toLowerCase() ?? UNKNOWN_MEMBER;
