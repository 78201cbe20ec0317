/** Returns the folder of a path, with `/` at its end; `''` for a path without a folder. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);
