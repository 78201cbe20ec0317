/** Macros of workbooks that Excel runs on opening them. */
import { literalOf, propertyOf } from '../../model/navigate.ts';
import { stepsIn } from '../../patterns/uipath/steps-in.ts';
import { defineRule } from '../define-rule.ts';

/** Steps that need macros, or may: a workflow that is invoked gets the workbook too. */
const MAY_NEED_MACROS = /^(?:(?:ExecuteMacro|InvokeVBA)X?|InvokeWorkflowFile)$/;

export const rule = defineRule('UIP-SEC-019', {
  level: 'activity',
  types: ['ExcelProcessScopeX', 'ExcelApplicationScope'],
  words: ['enableall'],
  *check(scope, { workflow }) {
    const setting = propertyOf(scope, 'MacroSettings') ?? propertyOf(scope, 'MacroSetting');
    if (setting === undefined || literalOf(setting) !== 'EnableAll') return;
    for (const { type } of stepsIn(workflow, scope)) if (MAY_NEED_MACROS.test(type)) return;
    const message = `"${scope.name}" enables all macros, and no step in it needs one: what a workbook contains runs when it is opened.`;
    yield { at: setting, message };
  },
});
