/** Names by which code calls the workflows of its project. */

/** Returns the key of the method that Studio generates for a workflow, so that code can call it. */
export const methodKey = (path: string): string => {
  const title = path.slice(path.lastIndexOf('/') + 1).replace(/\.(?:xaml|cs)$/i, '');
  return `method:${title.replace(/[^\p{L}\p{N}]/gu, '').toLowerCase()}`;
};
