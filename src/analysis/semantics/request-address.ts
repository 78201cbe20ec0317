/** Settings of a step that hold the address of a request, and the host in it. */

const ADDRESS = /(?:^|[./])(?:endpoint|requesturl|uri|url|address(?: url)?)$/i;

const HOST = /https?:\/\/(?:[^/?#@\s]{0,100}@)?([a-z\d](?:[a-z\d.-]{0,250}[a-z\d])?)(?=[:/?#"'\]\s]|$)/i;

/** Returns the host in an address, in lower case; undefined where the run decides it. */
export const requestHost = (address: string): string | undefined => HOST.exec(address)?.[1]?.toLowerCase();

/** Returns whether the setting of this name holds the address of a request. */
export const isRequestAddress = (name: string): boolean => ADDRESS.test(name);
