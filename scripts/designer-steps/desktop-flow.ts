/** Steps to fix each finding in Power Automate for desktop. */
import { designerGuide } from './designer-guide.ts';

const PLACES = {
  action: 'Open the desktop flow in the designer and double-click the action to open its dialog.',
  variable: 'Open the desktop flow in the designer and find the variable in the Variables pane.',
  list: 'Open the desktop flow in the designer and find the action in its subflow by its line number.',
  flow: 'Open the desktop flow in the designer.',
} as const;

export const POWER_AUTOMATE_DESKTOP = designerGuide('Power Automate for desktop', PLACES, {
  'PAD-CFG-001': [
    'action',
    'Add "Get special folder" before the action, or an input variable for the folder.',
    'Begin the path in the field with that variable.',
  ],
  'PAD-REL-001': [
    'list',
    'Drag an "On block error" action in front of it, and its End behind the last action.',
    'Add a rule to its dialog that logs the error and closes what is open.',
  ],
  'PAD-REL-002': [
    'action',
    'Choose "On error", add a new rule, and run a subflow that logs the error; or choose "Throw error".',
    'In an "On block error" action, add the steps of the rule in its dialog.',
  ],
  'PAD-REL-004': [
    'action',
    'Correct the condition, so that the steps in the loop can make it false.',
    'Or drag an If with "Exit loop" into the loop.',
  ],
  'PAD-REL-006': ['action', 'Enter the variable between percent signs, or pick it by {x} beside the field.'],
  'PAD-SEC-001': [
    'action',
    'Clear the value.',
    'Add "Get credential" before the action, or an input variable with "Mark as sensitive", and use it in the field.',
  ],
  'PAD-SEC-002': [
    'variable',
    'Right-click it and choose "Mark as sensitive".',
    'For an input or output variable, choose Edit and switch on "Mark as sensitive".',
  ],
  'PAD-SEC-003': [
    'action',
    'Remove the %variables% from the script or command.',
    'Pass the values in a file, or as input of the script action.',
  ],
  'PAD-SEC-004': [
    'action',
    'Remove the %variables% from the statement, and call a stored procedure instead.',
    'Where they must stay, add "Convert text to number" or "Replace text" before the action.',
  ],
  'PAD-SEC-005': [
    'action',
    'Switch on "Enable SSL" and switch off "Accept untrusted certificates", where the dialog has them.',
  ],
  'XPL-CMP-001': [
    'list',
    'Move the actions of one duty to a flow of their own, which runs under another account.',
  ],
  'XPL-CMP-002': [
    'flow',
    'Add a Comment at the beginning, with a line such as "Owner: Payments team" for each missing fact.',
  ],
  'XPL-CMP-003': ['action', 'Remove the value, or change the data class in the Comment at the beginning.'],
  'XPL-ENG-001': ['flow', 'Correct what the Errors pane shows, save, and export the solution again.'],
  'XPL-ENG-002': ['flow', 'Correct what the Errors pane shows, save, and export the solution again.'],
  'XPL-ENG-005': [
    'list',
    'Fix what is listed and validate again.',
    'To split the flow, move actions into a flow of their own and add "Run desktop flow".',
  ],
  'XPL-ENG-008': [
    'list',
    'Fix the findings that the condition counts, the most severe first, and validate again.',
  ],
  'XPL-ENG-009': [
    'action',
    'Delete the "Comment" action; or delete the note from the description of the variable in the Variables pane.',
  ],
  'XPL-ENG-010': [
    'action',
    'Open the "Comment" action, or the description of the variable in the Variables pane, and correct or delete the note.',
  ],
  'XPL-ENG-011': [
    'flow',
    'Review the files that the finding names by hand: Flowarden does not analyse them.',
  ],
  'XPL-ENG-012': ['flow', 'Add the desktop flow to a solution, export it, and send that file.'],
  'XPL-MNT-002': [
    'list',
    'Move the actions of one decision to a flow of their own, and add "Run desktop flow".',
  ],
  'XPL-PRV-001': ['action', 'Replace the address by an input variable of the flow.'],
  'XPL-PRV-004': [
    'action',
    'Replace the value in the field; or edit the default of the input variable in the Variables pane.',
  ],
  'XPL-REL-001': [
    'list',
    'Delete the "Run subflow" or "Run desktop flow" that closes the circle, and add a Loop to the flow that calls first.',
  ],
  'XPL-REL-003': [
    'action',
    'Add a WHERE clause to "SQL statement".',
    'Add an If before the action that tests that the value is not empty.',
  ],
  'XPL-REL-007': [
    'action',
    'Delete "On Error Resume Next" in the script, or compare Err.Number with 0 behind each statement that may fail.',
  ],
  'XPL-REL-009': [
    'list',
    'Set the variable to False in the handler, and log the error.',
    'Set it to True by an action behind the last one of the block.',
  ],
  'XPL-REL-012': ['action', 'Put the value that was meant in place of one of the two, or delete one.'],
  'XPL-SEC-001': [
    'action',
    'Clear the value; or edit the default of the input variable in the Variables pane.',
    'Add "Get credential", or an input variable with "Mark as sensitive", and use it in the field.',
  ],
  'XPL-SEC-002': [
    'action',
    'Look at the value; or at the default of the input variable in the Variables pane.',
    'If it is a secret, clear it and use "Get credential".',
  ],
  'XPL-SEC-003': [
    'action',
    'Clear the key in the field.',
    'Install the key in the Windows certificate store of the machine, and refer to it by thumbprint.',
  ],
  'XPL-SEC-004': [
    'action',
    'Change the address to its encrypted form in the field, or in the "Set variable" action that fills it.',
  ],
  'XPL-SEC-019': ['action', 'Delete the whole name, address or text, and type it by hand.'],
  'XPL-SEC-020': [
    'action',
    'Cut the encoded text, and keep it for whoever investigates.',
    'Put readable code or an ordinary action in its place.',
  ],
  'XPL-SEC-023': ['list', 'Delete the action; in a script, delete the command.'],
});
