/** File paths that exist on one machine or in one person's profile only. */

const ABSOLUTE = /^(?:[a-z]:[\\/]|\\\\[\w.$-]{2,}\\|\/(?:home|users|mnt|opt|tmp|var|etc)\/)/i;
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

/** A profile that is not at the beginning of a path: `%SystemDrive%\Users\jane\…`. */
const PROFILE_BELOW =
  /^(?:[^\s"'/\\]{1,60}\\)?(?:users|documents and settings)\\(?!public\\)[^\\%$[\]]{1,60}\\/i;
/** The folder of the user of each machine: `C:\Users\%USERNAME%\…`, `C:\Users\{0}\…`, or a name that is added. */
const ANY_PROFILE = /^[a-z]:[\\/]users[\\/](?:$|[{%<])/i;
/** The file of a database in a connection string. */
const OF_CONNECTION = /(?:^|;)\s?(?:data source|dbq|attachdbfilename)\s?=\s?"?([a-z]:[\\/][^;"]{0,400})/i;
const FILE_SCHEME = /^file:\/{2,3}(?=[a-z]:)/i;

/**
 * Returns whether a text is a Windows path of one machine or one profile. `/users/get` and `users/me/mails` are routes
 * of a service, and a sentence that mentions a path is none.
 */
export function isPathOfOneMachine(text: string): boolean {
  const path = OF_CONNECTION.exec(text)?.[1] ?? text.replace(FILE_SCHEME, '');
  if (path.startsWith('/') || path.includes('\n') || isCommonPath(path)) return false;
  if (ANY_PROFILE.test(path)) return false;
  return isAbsolutePath(path) || PROFILE_BELOW.test(path);
}
