/** Parser of flow file names: solutions name them `<Name>-<workflow id>.json`. */

const ENDING = /^\.[A-Za-z0-9]{1,8}$/;
const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const GUID_LENGTH = 36;

export interface FlowFileName {
  readonly name: string;
  /** The workflow's id in lower case, or undefined when the name has none. */
  readonly id: string | undefined;
}

/** Returns name and id in the name of a file, without folders. */
export function flowFileName(file: string): FlowFileName {
  const dot = file.lastIndexOf('.');
  const stem = dot !== -1 && ENDING.test(file.slice(dot)) ? file.slice(0, dot) : file;
  const id = stem.slice(-GUID_LENGTH);
  if (!GUID.test(id)) return { name: stem, id: undefined };
  return { name: stem.slice(0, -GUID_LENGTH).replace(/[-_ ]$/, '') || id, id: id.toLowerCase() };
}
