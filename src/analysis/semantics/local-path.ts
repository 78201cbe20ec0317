/** File paths that exist on one machine or in one person's profile only. */

const ABSOLUTE = /^(?:[a-z]:[\\/]|\\\\[\w.$-]+\\|\/(?:home|users|mnt|opt|tmp|var|etc)\/)/i;
const PROFILE = /(?:^|[\\/])(?:users|documents and settings|home)[\\/](?!public[\\/])[^\\/%$[\]]+[\\/]/i;

/** Returns true for `C:\…`, `\\server\share`, `/home/…`. */
export function isAbsolutePath(text: string): boolean {
  return text.length <= 1000 && ABSOLUTE.test(text.trim());
}

/** Returns whether a path is inside one person's profile: `C:\Users\jane\…`. */
export function isProfilePath(text: string): boolean {
  return text.length <= 1000 && PROFILE.test(text);
}

/** Folders that are in the same place on every machine. */
const EVERYWHERE =
  /^[a-z]:[\\/]+(?:windows|program files(?: \(x86\))?|programdata|users[\\/]+public)(?:[\\/]|$)/i;

/** Returns whether a path is in a folder that each machine has: `C:\Windows\…`, `C:\Program Files\…`. */
export function isCommonPath(text: string): boolean {
  return EVERYWHERE.test(text.trim());
}

/** Returns whether a text is a Windows path of one machine or one profile: `/users/get` is the route of a service. */
export function isPathOfOneMachine(text: string): boolean {
  if (text.startsWith('/') || text.includes('\n') || isCommonPath(text)) return false;
  return isAbsolutePath(text) || isProfilePath(text);
}
