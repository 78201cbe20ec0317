/** Moves examples that several answers share to the components of the OpenAPI document. */
import type { ExampleObject, MediaTypeObject, OpenAPIObject, ResponseObject } from 'openapi3-ts/oas31';

/** Moves every example body that occurs more than once to the components. Changes the document. */
export function shareExamples(document: OpenAPIObject): void {
  const groups = Map.groupBy(exampledBodies(document), ({ example }) => JSON.stringify(example));
  const components: Record<string, ExampleObject> = {};
  for (const bodies of [...groups.values()].filter(({ length }) => length > 1)) {
    const name = freeName(components, schemaName(bodies[0]!));
    components[name] = { value: bodies[0]!.example };
    for (const body of bodies) {
      delete body.example;
      body.examples = { [name]: { $ref: `#/components/examples/${name}` } };
    }
  }
  document.components = { ...document.components, examples: components };
}

function exampledBodies({ paths, components }: OpenAPIObject): readonly MediaTypeObject[] {
  const operations = Object.values(paths ?? {}).flatMap((item) => Object.values(item));
  const responses = [
    ...operations.flatMap(({ responses }) => Object.values(responses ?? {})),
    ...Object.values(components?.responses ?? {}),
  ] as readonly ResponseObject[];
  return responses
    .flatMap(({ content }) => Object.values(content ?? {}))
    .filter(({ example }) => example !== undefined);
}

function schemaName({ schema }: MediaTypeObject): string {
  return (schema as { readonly $ref: string }).$ref.split('/').at(-1)!;
}

/** Returns the name, with a number where it is taken. */
export function freeName(taken: object, name: string, count = 1): string {
  const candidate = count === 1 ? name : `${name}${count}`;
  return Object.hasOwn(taken, candidate) ? freeName(taken, name, count + 1) : candidate;
}
