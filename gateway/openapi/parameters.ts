/** Moves query parameters that several endpoints share to the components of the OpenAPI document. */
import type { OpenAPIObject, OperationObject, ParameterObject, ReferenceObject } from 'openapi3-ts/oas31';
import { freeName } from './examples.ts';

/** Moves every parameter that occurs more than once to the components. Changes the document. */
export function shareParameters(document: OpenAPIObject): void {
  const operations = Object.values(document.paths ?? {}).flatMap(
    (item) => Object.values(item) as OperationObject[],
  );
  const inline = operations.flatMap(({ parameters }) => (parameters ?? []).filter(isInline));
  const groups = Map.groupBy(inline, (parameter) => JSON.stringify(parameter));
  const components: Record<string, ParameterObject | ReferenceObject> = {
    ...document.components?.parameters,
  };
  const references = new Map<string, ReferenceObject>();
  for (const [text, [parameter, ...others]] of groups) {
    if (others.length === 0) continue;
    const name = freeName(components, parameter!.name);
    components[name] = parameter!;
    references.set(text, { $ref: `#/components/parameters/${name}` });
  }
  for (const operation of operations) {
    operation.parameters = (operation.parameters ?? []).map(
      (parameter) => references.get(JSON.stringify(parameter)) ?? parameter,
    );
  }
  document.components = { ...document.components, parameters: components };
}

function isInline(parameter: ParameterObject | ReferenceObject): parameter is ParameterObject {
  return 'name' in parameter;
}
