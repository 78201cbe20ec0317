/** Settings of a step that hold the address of a request. */

const ADDRESS = /(?:^|[./])(?:endpoint|requesturl|uri|url|address(?: url)?)$/i;

/** Returns whether the setting of this name holds the address of a request. */
export const isRequestAddress = (name: string): boolean => ADDRESS.test(name);
