/** Notes of a release, from the changelog. */

/** Returns the section of a version, or that of what is not released yet. @throws Error if there is neither */
export function releaseNotes(changelog: string, version: string, isDryRun: boolean): string {
  const sections = changelog.split(/^## /m).slice(1);
  const named = (name: string) => sections.find((section) => section.startsWith(`[${name}]`));
  const section = named(version) ?? (isDryRun ? named('Unreleased') : undefined);
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## [${version}]".`);
  return `# Flowarden ${version}\n${section.slice(section.indexOf('\n'))}`;
}
