/** A recorded step that has lost the object on the screen that it works with. */
import { defineRule } from '../../model/rule.ts';
import type { Activity, Workflow } from '../../model/workflow.ts';

/** Activities of UiPath that need a target; others, such as those that press keys, work without one. */
const UIPATH = ['NClick', 'NGetText', 'NCheck', 'NSelectItem', 'NHover'];
const BLUE_PRISM = ['Navigate', 'Read', 'Write', 'WaitStart'];
const CAPTURE = 'Recorder/capture';
const TARGET = /^(?:target|inuielement|uiobject)(?:\.|$)/i;
/** Blue Prism has the id of an element; the reader puts its name in place of it where the application model has it. */
const UNKNOWN_ELEMENT = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

/** Returns whether the application model of an object has elements; without any they are in another object. */
const hasElements = ({ activities }: Workflow): boolean =>
  activities.some(
    ({ type, properties }) =>
      type === 'ApplicationModel' && properties.some(({ name }) => name.endsWith('.type')),
  );

/** Returns whether a step has no object, or one that its file does not know. */
function isLost(workflow: Workflow, { properties }: Activity): boolean {
  if (workflow.platform !== 'blue-prism')
    return !properties.some(({ name, text }) => text !== '' && TARGET.test(name));
  const element = properties.find(
    ({ name, text }) => name.endsWith('.element') && UNKNOWN_ELEMENT.test(text),
  );
  return element !== undefined && hasElements(workflow);
}

const click = (target: string): string =>
  `<uix:NClick DisplayName="Click Save" ClickType="Single">${target}</uix:NClick>`;
const TARGET_OF_CLICK = `<uix:NClick.Target><uix:TargetAnchorable FullSelectorArgument="&lt;webctrl id='save' /&gt;" /></uix:NClick.Target>`;
const capture = (value: string): string =>
  `{"commandName": "capture", "packageName": "Recorder", "attributes": [{"name": "uiObject"${value}}, {"name": "buttonAction", "value": {"type": "STRING", "string": "CLICK"}}]}`;
const ELEMENT = '5f1c2d7e-0b7a-4c58-9a53-0c9d8f1e2a3b';
const SAVE = `<element name="Save"><id>${ELEMENT}</id><type>Button</type></element>`;
const navigate = (id: string, model = SAVE): string =>
  `<appdef>${model}</appdef><stage stageid="n" name="Click Save" type="Navigate"><onsuccess>end</onsuccess><step><element id="${id}"/><action><id>ClickCentre</id></action></step></stage>`;

export const rule = defineRule({
  id: 'XPL-REL-008',
  version: 1,
  title: 'Recorded step without its object',
  platforms: ['uipath', 'automation-anywhere', 'blue-prism'],
  category: 'reliability',
  severity: 'high',
  confidence: 'high',
  kind: 'issue',
  preset: 'recommended',
  why: 'The button or field that was recorded is no longer in the file: the step fails whenever it is reached.',
  fix: 'Open the step and indicate or capture the object again; or delete the step if the process has changed.',
  compliance: ['INTEG'],
  options: {},
  level: 'activity',
  types: [...UIPATH, ...BLUE_PRISM, CAPTURE],
  *check(activity, { workflow }) {
    if (!isLost(workflow, activity)) return;
    yield { at: activity, message: `"${activity.name}" has lost the object that it works with.` };
  },
  examples: {
    uipath: {
      bad: [click(''), '<uix:NGetText DisplayName="Read total" Text="[total]" />'],
      good: [
        click(TARGET_OF_CLICK),
        '<uix:NGetText Text="[total]" InUiElement="[field]" />',
        // Near miss: keys go to the window in front.
        '<uix:NKeyboardShortcuts Shortcuts="[d(hk)][k(Enter)][u(hk)]" />',
      ],
    },
    'automation-anywhere': {
      bad: [capture(''), capture(', "value": null')],
      good: [
        capture(
          ', "value": {"type": "UIOBJECT", "uiObject": {"controlType": "BUTTON", "technologyType": "HTML", "criteria": {}}}',
        ),
        capture(', "value": {"type": "UIOBJECT", "variableName": "uiSave"}'),
        '{"commandName": "clearClipboard", "packageName": "Clipboard"}',
      ],
    },
    'blue-prism': {
      bad: [
        navigate('00000000-0000-0000-0000-000000000000'),
        navigate('7a1c2d7e-0b7a-4c58-9a53-0c9d8f1e2a3b'),
      ],
      good: [
        navigate(ELEMENT),
        navigate(ELEMENT, `<element name="Shop"><group name="Form">${SAVE}</group></element>`),
        // Near miss: the application model is that of another object.
        navigate(ELEMENT, ''),
        '<stage stageid="c" name="Add" type="Calculation"><onsuccess>end</onsuccess><calculation expression="1" stage="Sum"/></stage>',
      ],
    },
  },
});
