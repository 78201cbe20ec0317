/** A workflow deserialises outside data into objects of any type that it names. */

import { expressionTitle } from '../../patterns/code/expression-code.ts';
import { unsafeReadersIn } from '../../patterns/code/unsafe-readers.ts';
import { defineRule } from '../define-rule.ts';

const KEYWORD = /TypeNameHandling|Formatter|NetDataContract|SimpleTypeResolver/i;
const UNSAFE = [
  'TypeNameHandling',
  'BinaryFormatter',
  'NetDataContractSerializer',
  'LosFormatter',
  'SoapFormatter',
  'ObjectStateFormatter',
  'JavaScriptSerializer with SimpleTypeResolver',
];

export const rule = defineRule('UIP-SEC-017', {
  level: 'expression',
  words: ['typenamehandling', 'formatter', 'netdatacontract', 'simpletyperesolver'],
  *check(expression, { workflow }) {
    if (!KEYWORD.test(expression.text)) return;
    const unsafe = unsafeReadersIn(expression);
    const used = UNSAFE.find((name) => unsafe.has(name));
    if (used === undefined) return;
    yield {
      at: expression,
      message: `Here ${expressionTitle(workflow, expression)} reads data with ${used}, which creates any object that the data names.`,
      subject: expression.name,
    };
  },
});
