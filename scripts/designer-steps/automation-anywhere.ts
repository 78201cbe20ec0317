/** Steps to fix each finding in the editor and the Control Room of Automation 360. */
import { designerGuide } from './designer-guide.ts';

const PLACES = {
  action: 'Open the bot in the editor and select the action; its panel opens on the right.',
  list: 'Open the bot in the editor and find the action in the List view by its line number.',
  variable: 'Open the bot in the editor, and open the variable in the Variables panel on the left.',
  bot: 'Open the bot in the editor.',
} as const;

export const CONTROL_ROOM = designerGuide('Automation 360 (bot editor and Control Room)', PLACES, {
  'AAB-CFG-001': [
    'action',
    'Insert a global value or an input of the bot in place of the folder; keep only the name of the file.',
  ],
  'AAB-MNT-001': [
    'list',
    'Select the actions that belong together, cut them, and paste them into a new task bot.',
    'Mark its variables "Use as input" or "Use as output", and call it with "Task Bot: Run".',
  ],
  'AAB-MNT-002': [
    'list',
    'Drag a Step before the commands that belong together, drag them into it, and give it a title.',
  ],
  'AAB-MNT-005': ['variable', 'Choose the menu beside its name and delete it.'],
  'AAB-MNT-006': ['bot', 'Drag a Comment to the beginning: purpose, owner, inputs and outputs.'],
  'AAB-MNT-012': [
    'action',
    'Drag an If with one branch for each allowed bot in front of it.',
    'Put a "Task Bot: Run" into each branch, and choose its bot with Browse.',
  ],
  'AAB-NMG-001': ['variable', 'Enter the new name.'],
  'AAB-NMG-002': ['bot', 'Close it, and choose Rename in the menu beside it in the Control Room.'],
  'AAB-PRV-002': [
    'action',
    'Insert the key of the one value that the log needs, such as $rCustomer{Number}$, in place of the variable.',
  ],
  'AAB-REL-002': [
    'list',
    'Drag "Log to file" into the "Error handler: Catch".',
    'In the panel of the Catch, assign the exception message to a variable and log it.',
    'Drag "Error handler: Throw" behind it when the caller must know.',
  ],
  'AAB-REL-003': [
    'list',
    'In the panel of the Catch, assign the exception message and line number to variables.',
    'Drag "Log to file" into the Catch and log them; drag "Error handler: Throw" behind it when the caller must know.',
  ],
  'AAB-REL-005': [
    'action',
    'Under "If error occurs while running this task", choose to stop.',
    'Drag the action into an "Error handler: Try", and log the error in its Catch.',
  ],
  'AAB-REL-008': [
    'action',
    'Delete it and drag "Log to file" in its place; or select the option of the message box that closes it after some seconds.',
  ],
  'AAB-REL-010': [
    'action',
    'See which variable the loop condition compares, and assign it a new value inside the loop.',
    'Or drag an If with "Loop: Break" into the loop.',
  ],
  'AAB-REL-011': [
    'action',
    'Choose Browse beside the path, and pick the bot or file in the repository.',
    'Export the bot again, and include its dependencies.',
  ],
  'AAB-REL-012': [
    'action',
    'Choose the bot again, so that its inputs are read anew.',
    'Fill in each input, and choose a variable for the output.',
  ],
  'AAB-REL-015': [
    'action',
    'Replace the path by a fixed folder, followed by the variable.',
    'Drag an If in front of it that tests that the variable is not empty.',
  ],
  'AAB-REL-016': [
    'list',
    'Drag the action in front of the Throw, Stop, Break or Continue, or delete it.',
    'For a fixed comparison, select the If and choose the variable to compare in its panel.',
  ],
  'AAB-REL-017': ['list', 'Drag "Error handler: Try" into the loop, and the commands of the loop into it.'],
  'AAB-SEC-001': [
    'action',
    'Switch the field from "Insecure string" to Credential and pick the credential.',
    'If there is none, open Manage > Credentials in the Control Room, create it and put it into a locker.',
  ],
  'AAB-SEC-002': ['action', 'Switch the field to Credential, and pick locker, credential and attribute.'],
  'AAB-SEC-003': [
    'variable',
    'Clear the default value.',
    'Create a variable of type Credential instead, and pick the credential from a locker.',
    'Use it in every action that used the old variable, then delete the old one.',
  ],
  'AAB-SEC-004': [
    'variable',
    'Create a variable of type Credential with a credential from a locker.',
    'Use it in every action that used the string variable, then delete the string variable.',
  ],
  'AAB-SEC-005': [
    'action',
    'Delete the conversion.',
    'Select the action that used its result, and switch the field to Credential.',
  ],
  'AAB-SEC-006': ['action', 'Clear "Allow insecure connection".'],
  'AAB-SEC-007': ['action', 'Select "Use secure connection (SSL/TLS)" and enter the encrypted port.'],
  'AAB-SEC-009': [
    'action',
    'Replace it by "Database: Run stored procedure", and add the values as parameters.',
    'Where the statement must stay, drag an If in front of it that allows only known values.',
  ],
  'AAB-SEC-010': [
    'action',
    'Remove the variables from the script, function or file field, and type a fixed value.',
    'Pass the variables in the arguments field.',
  ],
  'AAB-SEC-012': [
    'action',
    'Type a fixed program path and fixed parameters.',
    'Where a value is needed, drag an If in front of it that allows only known values.',
  ],
  'AAB-SEC-013': [
    'action',
    'Switch the keystrokes from "Insecure string" to Credential and pick the credential.',
  ],
  'AAB-SEC-014': [
    'action',
    'Set the text under "Set text" from "Insecure string" to Credential and pick the credential.',
  ],
  'AAB-SEC-016': [
    'action',
    'Upload the file to a folder of the bot in the Control Room.',
    'Select "Control Room file" in place of "Desktop file", and choose it with Browse.',
  ],
  'AAB-SEC-017': ['action', 'Choose a credential of an allowed locker.'],
  'AAB-SEC-019': [
    'action',
    'Choose the default connection mode, and leave the password out of the connection text.',
    'Switch the password field to Credential and pick the credential.',
  ],
  'AAB-SUP-001': [
    'bot',
    'Open the menu of the bot, choose Packages, and select another version or disable the package.',
  ],
  'XPL-CMP-001': [
    'list',
    'Move the actions of one duty to a bot of their own, with its own runner and credentials.',
  ],
  'XPL-CMP-002': [
    'bot',
    'Drag a Comment to the beginning, with a line such as "Owner: Payments team" for each missing fact.',
  ],
  'XPL-CMP-003': [
    'action',
    'Remove the value, or change the data class in the Comment at the beginning of the bot.',
  ],
  'XPL-ENG-001': [
    'bot',
    'Correct the actions that the editor marks as wrong, and save.',
    'Export the bot again.',
  ],
  'XPL-ENG-002': [
    'bot',
    'Correct the actions that the editor marks as wrong, and save.',
    'Export the bot again.',
  ],
  'XPL-ENG-005': [
    'list',
    'Fix what is listed and validate again.',
    'To split the bot, move actions into a new task bot and call it with "Task Bot: Run".',
  ],
  'XPL-ENG-008': [
    'list',
    'Fix the findings that the condition counts, the most severe first, and validate again.',
  ],
  'XPL-ENG-009': [
    'action',
    'Delete the Comment; or open the variable in the Variables panel and delete the note from its description.',
  ],
  'XPL-ENG-010': [
    'action',
    'Open the Comment, or the variable in the Variables panel, and correct or delete the note.',
  ],
  'XPL-ENG-011': ['bot', 'Review the files that the finding names by hand: Flowarden does not analyse them.'],
  'XPL-ENG-012': ['bot', 'Export the task bots with their dependencies, and send that file.'],
  'XPL-MNT-002': [
    'list',
    'Select the actions of one decision, cut them, and paste them into a new task bot.',
    'Call it with "Task Bot: Run".',
  ],
  'XPL-PRV-001': [
    'action',
    'Enter an address of the organisation, or a global value that each environment fills.',
  ],
  'XPL-PRV-004': ['action', 'Replace the value in the field, or the default value in the Variables panel.'],
  'XPL-REL-001': [
    'action',
    'Delete the "Task Bot: Run" that closes the circle, and put a Loop into the bot that calls first.',
    'Or pass a number input for the depth, and test it with an If before the call.',
  ],
  'XPL-REL-003': [
    'action',
    'Add a WHERE clause to the statement.',
    'Drag an If in front of it that tests that the value is not empty.',
  ],
  'XPL-REL-007': [
    'action',
    'Delete "On Error Resume Next" in the script, or compare Err.Number with 0 behind each statement that may fail.',
  ],
  'XPL-REL-008': [
    'action',
    'Choose the window and "Recapture object", and click the object; or delete the action.',
  ],
  'XPL-REL-009': [
    'list',
    'Set the variable to False in the Catch, and log the error with "Log to file".',
    'Set it to True by an action behind the last one of the Try.',
  ],
  'XPL-REL-011': [
    'list',
    'Drag an "Error handler: Catch" behind the Try, and log the error in it.',
    'Or drag the actions out of the Try, and delete it.',
  ],
  'XPL-SEC-001': [
    'action',
    'Clear the value in the field, or the default value in the Variables panel.',
    'Open Manage > Credentials in the Control Room, create the credential in a locker, and pick it in the field.',
  ],
  'XPL-SEC-002': [
    'action',
    'Look at the value in the field, or at the default value in the Variables panel.',
    'If it is a secret, clear it and pick a credential from a locker.',
  ],
  'XPL-SEC-003': [
    'action',
    'Clear the key in the field, or the default value in the Variables panel.',
    'Open Manage > Credentials in the Control Room, and keep the key in a locker, or install it on the bot runner.',
  ],
  'XPL-SEC-004': [
    'action',
    'Change the address to its encrypted form in the field, or in the default value in the Variables panel.',
  ],
  'XPL-SEC-019': ['action', 'Delete the whole name, address or text, and type it by hand.'],
  'XPL-SEC-020': [
    'action',
    'Cut the encoded text, and keep it for whoever investigates.',
    'Put readable code or a reviewed package action in its place.',
  ],
  'XPL-SEC-023': ['list', 'Delete the action; in a script, delete the command.'],
});
