/** Folders that files belong to. */

/** Creates the search for the innermost of the roots that contain a file. A path may have thousands of folders. */
export function homeFinder(roots: ReadonlySet<string>): (file: string) => string | undefined {
  const lengths = [...new Set(Array.from(roots, ({ length }) => length))].sort((a, b) => b - a);
  return (file) => {
    for (const length of lengths) {
      if (length > 0 && file[length - 1] !== '/') continue;
      const folder = file.slice(0, length);
      if (roots.has(folder)) return folder;
    }
    return undefined;
  };
}
