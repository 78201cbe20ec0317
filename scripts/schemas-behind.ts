/** Schemas of the API as definitions of a JSON Schema. */

export type Schema = Readonly<Record<string, unknown>>;

/** Returns a schema of the OpenAPI document and all that it refers to. */
export function schemasBehind(
  schemas: Readonly<Record<string, Schema>>,
  first: string,
): Record<string, Schema> {
  const definitions: Record<string, Schema> = {};
  const take = (name: string): void => {
    if (Object.hasOwn(definitions, name)) return;
    const source = JSON.stringify(schemas[name]).replaceAll('#/components/schemas/', '#/$defs/');
    definitions[name] = JSON.parse(source) as Schema;
    for (const [, next] of source.matchAll(/"#\/\$defs\/([^"]+)"/g)) take(next!);
  };
  take(first);
  return definitions;
}
