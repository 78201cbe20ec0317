/** Members of archives that programs put beside the files of an automation. */

const OF_MACOS = /(?:^|\/)(?:__MACOSX\/|\._[^/]*$)/i;

/** Returns whether macOS has put the member beside another. */
export function isFromMacos(path: string): boolean {
  return OF_MACOS.test(path);
}
