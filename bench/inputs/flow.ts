/** Writes synthetic Power Automate definitions of any size. */

function action(n: number): readonly [string, unknown] {
  const runAfter = n === 1 ? {} : { [nameOf(n - 1)]: ['Succeeded'] };
  if (n % 3 === 0) {
    return [
      nameOf(n),
      {
        type: 'Compose',
        runAfter,
        inputs: `@concat('Größe ', triggerBody()?['items'][${n}], '\\n', outputs('${nameOf(n - 1)}'))`,
      },
    ];
  }
  return [
    nameOf(n),
    {
      type: 'OpenApiConnection',
      runAfter,
      metadata: { operationMetadataId: `00000000-0000-4000-8000-${String(n).padStart(12, '0')}` },
      inputs: {
        host: {
          connectionName: 'shared_sharepointonline',
          operationId: 'PatchItem',
          apiId: '/providers/Microsoft.PowerApps/apis/shared_sharepointonline',
        },
        parameters: { dataset: "@parameters('Site')", table: 'Orders', id: n, 'item/Total': 17.5 * n },
        authentication: "@parameters('$authentication')",
      },
    },
  ];
}

function nameOf(n: number): string {
  return `Update_item_${n}`;
}

/** Builds a definition of about this many bytes, as the product writes it: indented by two. */
export function syntheticFlow(bytesMin: number): Buffer {
  const perAction = 700;
  const actions = Array.from({ length: Math.ceil(bytesMin / perAction) }, (_, i) => action(i + 1));
  const definition = {
    $schema:
      'https://schema.management.azure.com/providers/Microsoft.Logic/schemas/2016-06-01/workflowdefinition.json#',
    contentVersion: '1.0.0.0',
    parameters: { $authentication: { defaultValue: {}, type: 'SecureObject' }, Site: { type: 'String' } },
    triggers: { manual: { type: 'Request', kind: 'Button', inputs: { schema: {} } } },
    actions: Object.fromEntries(actions),
  };
  return Buffer.from(
    JSON.stringify(
      { properties: { definition, connectionReferences: {} }, schemaVersion: '1.0.0.0' },
      null,
      2,
    ),
  );
}
