/** Writes documents in the formats of other linters, with the same shape of content as theirs: steps, links, texts. */

/** Builds a BPMN process of so many tasks, with gateways and a diagram. */
export function syntheticBpmn(tasks: number): string {
  const nodes: string[] = [
    '<bpmn:startEvent id="Start" name="Start"><bpmn:outgoing>F0</bpmn:outgoing></bpmn:startEvent>',
  ];
  const flows: string[] = ['<bpmn:sequenceFlow id="F0" sourceRef="Start" targetRef="T1" />'];
  const shapes: string[] = [];
  for (let n = 1; n <= tasks; n += 1) {
    const target = n === tasks ? 'End' : `T${n + 1}`;
    const tag = n % 7 === 0 ? 'exclusiveGateway' : n % 3 === 0 ? 'userTask' : 'serviceTask';
    nodes.push(
      `<bpmn:${tag} id="T${n}" name="Step ${n} &amp; more"><bpmn:documentation>Does step ${n} of the process.</bpmn:documentation><bpmn:incoming>F${n - 1}</bpmn:incoming><bpmn:outgoing>F${n}</bpmn:outgoing></bpmn:${tag}>`,
    );
    flows.push(`<bpmn:sequenceFlow id="F${n}" sourceRef="T${n}" targetRef="${target}" />`);
    shapes.push(
      `<bpmndi:BPMNShape id="T${n}_di" bpmnElement="T${n}"><dc:Bounds x="${n * 130}" y="80" width="100" height="80" /></bpmndi:BPMNShape>`,
      `<bpmndi:BPMNEdge id="F${n}_di" bpmnElement="F${n}"><di:waypoint x="${n * 130}" y="120" /><di:waypoint x="${n * 130 + 30}" y="120" /></bpmndi:BPMNEdge>`,
    );
  }
  nodes.push(`<bpmn:endEvent id="End" name="End"><bpmn:incoming>F${tasks}</bpmn:incoming></bpmn:endEvent>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI" id="D" targetNamespace="http://bpmn.io/schema/bpmn">
<bpmn:process id="P" isExecutable="true">${[...nodes, ...flows].join('\n')}</bpmn:process>
<bpmndi:BPMNDiagram id="Di"><bpmndi:BPMNPlane id="Pl" bpmnElement="P">${shapes.join('\n')}</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>
</bpmn:definitions>`;
}

/** Builds an OpenAPI description of so many paths. */
export function syntheticOpenApi(paths: number): string {
  const entries = Array.from({ length: paths }, (_, n) => [
    `/orders/${n}/{id}`,
    {
      get: {
        operationId: `getOrder${n}`,
        summary: `Reads order ${n}`,
        tags: ['orders'],
        parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
        responses: {
          200: {
            description: 'ok',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Order' } } },
          },
        },
      },
    },
  ]);
  const Order = {
    type: 'object',
    properties: { id: { type: 'string' }, total: { type: 'number', example: 1 } },
  };
  return JSON.stringify(
    {
      openapi: '3.0.3',
      info: { title: 'Orders', version: '1.0.0' },
      servers: [{ url: 'https://api.example.com' }],
      paths: Object.fromEntries(entries),
      components: { schemas: { Order } },
    },
    null,
    2,
  );
}

/** Builds a Salesforce flow of so many elements. */
export function syntheticSalesforceFlow(elements: number): string {
  const body = Array.from({ length: elements }, (_, n) => {
    const next =
      n === elements - 1 ? '' : `<connector><targetReference>E${n + 1}</targetReference></connector>`;
    const place = `<name>E${n}</name><label>Element ${n}</label><locationX>${n}</locationX><locationY>50</locationY>`;
    if (n % 3 === 0)
      return `<recordUpdates>${place}${next}<filterLogic>and</filterLogic><filters><field>Id</field><operator>EqualTo</operator><value><elementReference>var_${n % 9}</elementReference></value></filters><object>Account</object></recordUpdates>`;
    return `<assignments>${place}<assignmentItems><assignToReference>var_${n % 9}</assignToReference><operator>Assign</operator><value><stringValue>text ${n}</stringValue></value></assignmentItems>${next}</assignments>`;
  });
  const variables = Array.from(
    { length: 9 },
    (_, n) =>
      `<variables><name>var_${n}</name><dataType>String</dataType><isCollection>false</isCollection><isInput>false</isInput><isOutput>false</isOutput></variables>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<Flow xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>58.0</apiVersion>${body.join('\n')}<interviewLabel>Flow</interviewLabel><label>Flow</label><processType>AutoLaunchedFlow</processType><start><locationX>0</locationX><locationY>0</locationY><connector><targetReference>E0</targetReference></connector></start><status>Active</status>${variables.join('\n')}</Flow>`;
}
