/** Addresses of the app: the base path of the installation, and links to screens. */
import type { AppPath } from '../../gateway/pages/app/app-paths.ts';

/** Names of the parameters of a path. */
type ParamsOf<Path extends string> = Path extends `${infer Head}/${infer Tail}`
  ? ParamsOf<Head> | ParamsOf<Tail>
  : Path extends `:${infer Name}`
    ? Name
    : never;

/** Parameters that a link needs: none for a path without any. */
type Params<Path extends AppPath> = [ParamsOf<Path>] extends [never] ? null : Record<ParamsOf<Path>, string>;

/** Values of query parameters; absent ones are left out. */
export type QueryValues = Readonly<
  Record<string, string | number | boolean | readonly string[] | null | undefined>
>;

/** Returns the path prefix under which a proxy serves the installation, without a trailing slash. */
export function basePath(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? '';
}

/** Builds the address of a screen. */
export function href<Path extends AppPath>(
  path: Path,
  params: Params<Path>,
  query: QueryValues = {},
): string {
  const values = (params ?? {}) as Readonly<Record<string, string>>;
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => encodeURIComponent(values[name]!));
  return basePath() + filled + queryText(query);
}

/** Formats query parameters, with the question mark; empty when there are none. */
export function queryText(query: QueryValues): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === null || value === undefined) continue;
    for (const one of Array.isArray(value) ? value : [value]) search.append(name, String(one));
  }
  const text = search.toString();
  return text === '' ? '' : `?${text}`;
}
