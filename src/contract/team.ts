/** Team of members, and the patterns of what it owns. */

/** Files that a team owns. */
export interface TeamPattern {
  /** Name of a repository; `*` stands for any characters. */
  readonly repository: string;
  /** Pattern of paths in the grammar of CODEOWNERS; null: the whole repository. */
  readonly path: string | null;
}

export interface Team {
  /** Unique in the organisation. */
  readonly name: string;
  readonly description: string | null;
  /** Names by which CODEOWNERS files mean it, in lower case. */
  readonly handles: readonly string[];
  /** Ids of memberships. */
  readonly memberIds: readonly string[];
  /** In the order in which they were added: the last match wins. */
  readonly patterns: readonly TeamPattern[];
}

/** Returns a name of CODEOWNERS in the form that names are compared in. */
export function comparableHandle(handle: string): string {
  return handle.trim().toLowerCase();
}

/** Returns whether the repository of a pattern stands for more than one. */
export function isRepositoryGlob({ repository }: Pick<TeamPattern, 'repository'>): boolean {
  return repository.includes('*');
}

/** Forges whose grammar a CODEOWNERS file can have. */
export const CODE_OWNERS_GRAMMARS = ['github', 'gitlab'] as const;
export type CodeOwnersGrammar = (typeof CODE_OWNERS_GRAMMARS)[number];
